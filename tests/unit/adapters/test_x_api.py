"""The X API client against answers in the API's own shape."""

import json
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from footy.adapters.http import LARGEST
from footy.adapters.post_budget import PostBudget
from footy.adapters.x_api import XApi
from footy.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
    RequestRefused,
    UpstreamUnavailable,
)
from footy.search.posts import FoundVideo, SearchAnswer, SearchQuery, Variant
from tests.unit.adapters.doors import door_to
from tests.unit.search.making import NOON, after, tweet_id

Reply = Callable[[httpx.Request], httpx.Response]
KEY = "7_1604499999999999999"


def asked(seconds: float = 0) -> SearchQuery:
    return SearchQuery(
        text="Messi (Argentina OR Albiceleste) has:videos -is:retweet",
        asked_at=after(seconds),
        max_age=timedelta(minutes=3),
    )


class Purse(PostBudget):
    """A budget of so many posts, and what was read of it."""

    def __init__(self, posts: int = 1000) -> None:
        self.left = posts
        self.read: list[str] = []

    def require(self, at: datetime) -> None:  # noqa: ARG002 - its budget knows no days
        if len(self.read) >= self.left:
            raise QuotaExhausted("used up")

    def spend(self, posts: Collection[str], at: datetime) -> None:  # noqa: ARG002 - nor here
        self.read.extend(posts)


def x(reply: Reply, purse: Purse | None = None) -> XApi:
    budget = purse or Purse()
    return XApi(
        door_to(reply, "X"), url="https://api.x.com/2", bearer_token="not-a-secret", id_digits=18, budget=budget
    )


def searched(body: object) -> SearchAnswer:
    return x(lambda _: httpx.Response(200, json=body)).search(asked())


def refused(**reply: Any) -> FootyError:
    with pytest.raises(FootyError) as caught:
        x(lambda _: httpx.Response(**reply)).search(asked())
    return caught.value


def post(number: int = 1, **changes: Any) -> dict[str, Any]:
    whole = {
        "id": tweet_id(number),
        "edit_history_tweet_ids": [tweet_id(number)],
        "text": "MESSI! https://t.co/Ylzeo5YSX6",
        "created_at": "2022-12-18T11:59:24.000Z",
        "attachments": {"media_keys": [KEY]},
    }
    return {key: value for key, value in (whole | changes).items() if value is not None}


def film(**changes: Any) -> dict[str, Any]:
    address = "https://video.twimg.com/ext_tw_video/1604499999999999999/pu/vid/avc1"
    whole = {
        "media_key": KEY,
        "type": "video",
        "duration_ms": 31540,
        "variants": [
            {"content_type": "application/x-mpegURL", "url": "https://video.twimg.com/pl/a.m3u8"},
            {"bit_rate": 832000, "content_type": "video/mp4", "url": f"{address}/640x360/b.mp4?tag=12"},
            {"bit_rate": 2176000, "content_type": "video/mp4", "url": f"{address}/1280x720/c.mp4?tag=12"},
        ],
    }
    return whole | changes


def page(posts: list[Any], media: list[Any] | None = None, **meta: Any) -> dict[str, Any]:
    includes = {"includes": {"media": [film()] if media is None else media}}
    return {"data": posts, "meta": {"result_count": len(posts), **meta}, **includes}


def test_a_post_with_a_video_is_found_with_its_length_and_files() -> None:
    address = "https://video.twimg.com/ext_tw_video/1604499999999999999/pu/vid/avc1"
    assert searched(page([post()])) == SearchAnswer(
        (
            FoundVideo(
                url=f"https://x.com/i/status/{tweet_id(1)}",
                tweet_id=tweet_id(1),
                duration=31.54,
                posted_at=NOON - timedelta(seconds=36),
                variants=(
                    Variant(f"{address}/640x360/b.mp4?tag=12", 832000, 640, 360),
                    Variant(f"{address}/1280x720/c.mp4?tag=12", 2176000, 1280, 720),
                ),
            ),
        )
    )


def test_it_asks_for_the_last_minutes_with_media_and_its_token() -> None:
    requests: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json={"meta": {"result_count": 0}})

    assert x(reply).search(asked()) == SearchAnswer(())
    [request] = requests
    assert request.url.path == "/2/tweets/search/recent"
    assert request.headers["authorization"] == "Bearer not-a-secret"
    assert dict(request.url.params) == {
        "query": "Messi (Argentina OR Albiceleste) has:videos -is:retweet",
        "start_time": "2022-12-18T11:57:00Z",
        "max_results": "100",
        "tweet.fields": "attachments,created_at",
        "expansions": "attachments.media_keys",
        "media.fields": "duration_ms,media_key,type,variants",
    }


def test_pages_are_followed_but_not_for_ever() -> None:
    tokens: list[str | None] = []

    def reply(request: httpx.Request) -> httpx.Response:
        tokens.append(request.url.params.get("next_token"))
        return httpx.Response(200, json=page([post(len(tokens))], next_token=f"page{len(tokens)}"))

    found = x(reply).search(asked())
    assert [video.tweet_id for video in found.videos] == [tweet_id(1), tweet_id(2)]
    assert tokens == [None, "page1"]


def test_every_post_that_was_given_is_paid_for_whether_it_can_be_used_or_not() -> None:
    purse = Purse()
    given = page([post(1), post(2, attachments=None), post(id="160"), "RT"])
    x(lambda _: httpx.Response(200, json=given), purse).search(asked())
    assert purse.read == [tweet_id(1), tweet_id(2), "160"]


def test_a_page_that_was_read_is_paid_for_although_the_next_one_fails() -> None:
    purse = Purse()

    def reply(request: httpx.Request) -> httpx.Response:
        second = "next_token" in request.url.params
        return httpx.Response(503) if second else httpx.Response(200, json=page([post()], next_token="more"))

    with pytest.raises(UpstreamUnavailable):
        x(reply, purse).search(asked())
    assert purse.read == [tweet_id(1)]


def test_without_a_budget_nothing_is_asked() -> None:
    requests: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json=page([post()], next_token="more"))

    with pytest.raises(QuotaExhausted):
        x(reply, Purse(posts=1)).search(asked())
    assert len(requests) == 1
    with pytest.raises(QuotaExhausted):
        x(reply, Purse(posts=0)).search(asked())
    assert len(requests) == 1


SKIPPED = {
    "text only": ([post(attachments=None)], [film()], {"no_video": 1}),
    "a photo": ([post()], [film(type="photo")], {"no_video": 1}),
    "a gif": ([post()], [film(type="animated_gif")], {"no_video": 1}),
    "media that was left out": ([post()], [], {"no_video": 1}),
    "two videos": (
        [post(attachments={"media_keys": [KEY, "7_2"]})],
        [film(), film(media_key="7_2")],
        {"several_videos": 1},
    ),
    "a video of the post it quotes": (
        [post(attachments=None, referenced_tweets=[{"type": "quoted", "id": tweet_id(9)}])],
        [film()],
        {"no_video": 1},
    ),
    "a truncated id": ([post(id="16045000000000000")], [film()], {"truncated_id": 1}),
    "an id that is no text": ([post(id=1604500000000000001)], [film()], {"truncated_id": 1}),
    "attachments that are no object": ([post(attachments=["7_1"])], [film()], {"no_video": 1}),
    "keys that are no list": ([post(attachments={"media_keys": "7_1"})], [film()], {"no_video": 1}),
    "media that is no object": ([post()], ["7_1"], {"no_video": 1}),
    "posts that are no objects": (["RT", None], [film()], {}),
    "several": ([post(id="1"), post(id="2"), post(attachments=None)], [film()], {"truncated_id": 2, "no_video": 1}),
}


@pytest.mark.parametrize(("posts", "media", "skipped"), SKIPPED.values(), ids=SKIPPED)
def test_posts_without_one_video_of_their_own_are_passed_over_and_counted(
    posts: list[Any], media: list[Any], skipped: dict[str, int]
) -> None:
    assert searched(page([*posts, post(7)], [*media, film()])).videos[-1].tweet_id == tweet_id(7)
    assert searched(page(posts, media)) == SearchAnswer((), skipped)


def test_a_video_beside_a_photo_is_one_video() -> None:
    both = page([post(attachments={"media_keys": ["3_1", KEY]})], [film(media_key="3_1", type="photo"), film()])
    assert len(searched(both).videos) == 1


@pytest.mark.parametrize("variants", [None, [], [{"content_type": "application/x-mpegURL", "url": "x"}], [{"url": 7}]])
def test_a_video_without_files_is_found_without_files(variants: Any) -> None:
    [video] = searched(page([post()], [film(variants=variants, duration_ms=None)])).videos
    assert (video.variants, video.duration) == ((), None)


@pytest.mark.parametrize("length", [0, -5, True, "31540", 1e400, 10**400, float("nan"), 86_400_000])
def test_a_length_that_is_none_is_unknown(length: Any) -> None:
    body = json.dumps(page([post()], [film(duration_ms=length)])).encode()
    [video] = x(lambda _: httpx.Response(200, content=body)).search(asked()).videos
    assert video.duration is None


def test_an_address_that_cannot_be_written_down_is_left_out() -> None:
    broken = {"bit_rate": 1, "content_type": "video/mp4", "url": "https://video.twimg.com/\ud800.mp4"}
    body = json.dumps(page([post()], [film(variants=[broken])])).encode()
    [video] = x(lambda _: httpx.Response(200, content=body)).search(asked()).videos
    assert video.variants == ()


def test_a_file_whose_address_tells_no_size_is_kept() -> None:
    plain = {"bit_rate": 1, "content_type": "video/mp4", "url": "http://127.0.0.1:8080/1.mp4"}
    [video] = searched(page([post()], [film(variants=[plain])])).videos
    assert video.variants == (Variant("http://127.0.0.1:8080/1.mp4", 1),)


def test_posts_are_found_although_some_media_could_not_be_shown() -> None:
    partial = {"title": "Not Found Error", "resource_type": "media", "parameter": "attachments.media_keys"}
    assert len(searched({**page([post()]), "errors": [partial]}).videos) == 1


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"errors": [{"message": "something"}], "title": "Error"}, id="only errors"),
        pytest.param({"meta": {"result_count": 3}}, id="announced posts are left out"),
        pytest.param({"data": {"id": "1"}, "meta": {"result_count": 1}}, id="posts are no list"),
        pytest.param([], id="a list"),
        pytest.param("posts", id="a text"),
    ],
)
def test_an_answer_of_another_shape_is_an_error_not_an_empty_result(body: object) -> None:
    assert type(refused(status_code=200, json=body)) is MalformedAnswer


def too_many(**headers: str) -> RateLimited:
    error = refused(status_code=429, headers=headers, json={"title": "Too Many Requests", "status": 429})
    assert isinstance(error, RateLimited)
    return error


def test_too_many_requests_end_at_the_reset() -> None:
    reset = str(int(after(312).timestamp()))
    error = too_many(**{"x-rate-limit-reset": reset, "x-rate-limit-remaining": "0"})
    assert error.retry_after == 312
    assert str(error).endswith("retry after 312 s")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 60),
        ({"x-rate-limit-reset": "soon"}, 60),
        ({"x-rate-limit-reset": "1"}, 1),
        ({"x-rate-limit-reset": "99999999999"}, 900),
    ],
)
def test_a_missing_or_absurd_reset_is_taken_for_a_usual_one(headers: dict[str, str], expected: int) -> None:
    assert too_many(**headers).retry_after == expected


def test_until_the_reset_nothing_is_asked() -> None:
    asked_for: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked_for.append(request)
        return httpx.Response(429, headers={"x-rate-limit-reset": str(int(after(100).timestamp()))}, json={})

    provider = x(reply)
    for second in (0, 60, 99):
        with pytest.raises(RateLimited) as caught:
            provider.search(asked(second))
        assert caught.value.retry_after == 100 - second
    assert len(asked_for) == 1
    with pytest.raises(RateLimited):
        provider.search(asked(100))
    assert len(asked_for) == 2


REFUSALS: dict[str, tuple[dict[str, Any], type[FootyError]]] = {
    "a wrong token": ({"status_code": 401, "json": {"title": "Unauthorized"}}, AccessDenied),
    "a plan too small": ({"status_code": 403, "json": {"title": "Client Forbidden"}}, AccessDenied),
    "a wall in front of it": ({"status_code": 403, "html": "<html>Sorry</html>"}, AccessDenied),
    "no credits": ({"status_code": 402, "json": {"title": "CreditsDepleted"}}, QuotaExhausted),
    "the month's posts": (
        {"status_code": 429, "json": {"title": "UsageCapExceeded", "period": "Monthly"}},
        QuotaExhausted,
    ),
    "a wrong query": ({"status_code": 400, "json": {"errors": [{"message": "no viable alternative"}]}}, RequestRefused),
    "a timeout there": ({"status_code": 408, "text": ""}, UpstreamUnavailable),
    "an error there": ({"status_code": 503, "html": "<html>Over capacity</html>"}, UpstreamUnavailable),
    "a redirect": ({"status_code": 302, "headers": {"location": "https://elsewhere"}}, UpstreamUnavailable),
    "a page": ({"status_code": 200, "html": "<html>Just a moment...</html>"}, UpstreamUnavailable),
    "half an answer": ({"status_code": 200, "content": json.dumps(page([post()]))[:-20].encode()}, UpstreamUnavailable),
    "no answer at all": ({"status_code": 200, "content": b""}, UpstreamUnavailable),
    "a bottomless answer": ({"status_code": 200, "content": b"[" * 200_000}, UpstreamUnavailable),
    "a flood": ({"status_code": 200, "content": b" " * (LARGEST + 1)}, MalformedAnswer),
}


@pytest.mark.parametrize(("reply", "error"), REFUSALS.values(), ids=REFUSALS)
def test_every_failure_has_its_name(reply: dict[str, Any], error: type[FootyError]) -> None:
    assert type(refused(**reply)) is error


@pytest.mark.parametrize(
    "failure",
    [httpx.ConnectTimeout("x"), httpx.ReadTimeout("x"), httpx.ConnectError("x"), httpx.RemoteProtocolError("x")],
)
def test_no_answer_in_time_is_unavailable(failure: httpx.HTTPError) -> None:
    def reply(_: httpx.Request) -> httpx.Response:
        raise failure

    with pytest.raises(UpstreamUnavailable):
        x(reply).search(asked())


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
def test_no_error_tells_the_token(status: int) -> None:
    error = refused(status_code=status, json={"detail": "no"})
    assert "not-a-secret" not in str(error)


def test_a_failure_on_the_second_page_is_a_failure() -> None:
    def reply(request: httpx.Request) -> httpx.Response:
        second = "next_token" in request.url.params
        return httpx.Response(503) if second else httpx.Response(200, json=page([post()], next_token="more"))

    with pytest.raises(UpstreamUnavailable):
        x(reply).search(asked())
