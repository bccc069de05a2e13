"""The X API client against answers in the API's own shape."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import httpx
import pytest

from footy.core.errors import (
    QuotaExhausted,
    UpstreamUnavailable,
)
from footy.goals.search.posts import FoundVideo, SearchAnswer, Variant
from tests.support.searches import NOON, tweet_id
from tests.support.x_api import KEY, Purse, film, page, post, search_query, searched, x


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
        ),
        paid=1,
    )


def test_it_asks_for_the_last_minutes_with_media_and_its_token() -> None:
    requests: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json={"meta": {"result_count": 0}})

    assert x(reply).search(search_query()) == SearchAnswer(())
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

    answer = x(reply).search(search_query())
    assert [video.tweet_id for video in answer.videos] == [tweet_id(1), tweet_id(2)]
    assert tokens == [None, "page1"]


def test_every_returned_post_is_paid_for() -> None:
    purse = Purse()
    posts = page([post(1), post(2, attachments=None), post(id="160"), "RT"])
    x(lambda _: httpx.Response(200, json=posts), purse).search(search_query())
    assert purse.read == [tweet_id(1), tweet_id(2), "160"]


def test_a_page_is_paid_for_when_the_next_one_fails() -> None:
    purse = Purse()

    def reply(request: httpx.Request) -> httpx.Response:
        second = "next_token" in request.url.params
        return httpx.Response(503) if second else httpx.Response(200, json=page([post()], next_token="more"))

    with pytest.raises(UpstreamUnavailable):
        x(reply, purse).search(search_query())
    assert purse.read == [tweet_id(1)]


def test_without_a_budget_nothing_is_asked() -> None:
    requests: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json=page([post()], next_token="more"))

    assert x(reply, Purse(posts=1)).search(search_query()).paid == 1
    assert len(requests) == 1
    with pytest.raises(QuotaExhausted):
        x(reply, Purse(posts=0)).search(search_query())
    assert len(requests) == 1


def test_a_search_reads_no_more_posts_than_it_may() -> None:
    sizes: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        sizes.append(request.url.params["max_results"])
        return httpx.Response(200, json=page([post(n) for n in range(int(sizes[-1]))], next_token="more"))

    assert x(reply).search(replace(search_query(), most=33)).paid == 33
    assert x(reply).search(replace(search_query(), most=115)).paid == 100
    assert x(reply, Purse(posts=12)).search(replace(search_query(), most=33)).paid == 12
    assert sizes == ["33", "100", "15", "12"]


def test_posts_read_before_are_not_paid_for_again() -> None:
    asks: list[str] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asks.append(request.url.params["start_time"])
        return httpx.Response(200, json=page([post(1), post(2)]))

    answer = x(reply).search(
        replace(search_query(), unread_since=NOON - timedelta(seconds=40), read=frozenset([tweet_id(1)]))
    )
    assert asks == ["2022-12-18T11:59:20Z"]
    assert (len(answer.videos), answer.paid) == (2, 1)


SKIPPED = {
    "text only": ([post(attachments=None)], [film()], {"no_video": 1}),
    "a photo": ([post()], [film(type="photo")], {"no_video": 1}),
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
    "attachments that are no object": ([post(attachments=["7_1"])], [film()], {"no_video": 1}),
    "posts that are no objects": (["RT", None], [film()], {}),
    "several": ([post(id="1"), post(id="2"), post(attachments=None)], [film()], {"truncated_id": 2, "no_video": 1}),
}


@pytest.mark.parametrize(("posts", "media", "skipped"), SKIPPED.values(), ids=SKIPPED)
def test_posts_without_one_own_video_are_skipped(posts: list[Any], media: list[Any], skipped: dict[str, int]) -> None:
    assert searched(page([*posts, post(7)], [*media, film()])).videos[-1].tweet_id == tweet_id(7)
    answer = searched(page(posts, media))
    assert (answer.videos, answer.skipped) == ((), skipped)


@pytest.mark.parametrize("variants", [None, [], [{"content_type": "application/x-mpegURL", "url": "x"}], [{"url": 7}]])
def test_a_video_without_files_is_found_without_files(variants: Any) -> None:
    [video] = searched(page([post()], [film(variants=variants, duration_ms=None)])).videos
    assert (video.variants, video.duration) == ((), None)


@pytest.mark.parametrize("length", [0, -5, True, "31540", 1e400, 10**400, float("nan"), 86_400_000])
def test_a_length_that_is_none_is_unknown(length: Any) -> None:
    body = json.dumps(page([post()], [film(duration_ms=length)])).encode()
    [video] = x(lambda _: httpx.Response(200, content=body)).search(search_query()).videos
    assert video.duration is None
