"""Whatever is posted, answered or made up, a search ends in a name and a number, and the next one finds as before."""

import json
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

import httpx
import pytest
from pymongo.database import Database

from footy.core.errors import FootyError, MalformedAnswer, UpstreamUnavailable
from footy.core.http.client import HttpClient
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.adapters.posts.post_budget import PostBudget
from footy.goals.adapters.posts.x_api import XApiClient
from footy.goals.model.documents import FixtureDocument
from footy.goals.search.posts import MOST_POSTS, SearchProvider
from footy.goals.steps import search_clips
from tests.support.http_clients import client_answering
from tests.support.searches import NOON, tweet_id
from tests.support.x_api import KEY, film, page, post
from tests.unit.goals.steps.one_search import Search

FIVE_MEGABYTES = 5_000_000
GOOD = 7
GOOD_KEY = "7_7"
GOOD_ADDRESS = "https://video.twimg.com/ext_tw_video/7/pu/vid/avc1/1280x720/c.mp4"


class NoBudget(PostBudget):
    def __init__(self) -> None:
        """It counts nowhere."""

    def left(self, at: datetime, *, first: bool) -> int:  # noqa: ARG002 - money is no object
        return MOST_POSTS

    def spend(self, posts: Collection[str], at: datetime) -> None:
        """Nor is it counted."""


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    sums: dict[str, float] = {}

    def count(name: str, value: float = 1) -> None:
        sums[name] = sums.get(name, 0) + value

    monkeypatch.setattr(search_clips, "count", count)
    return sums


@pytest.fixture
def opened(database: Database[FixtureDocument]) -> Search:
    search = Search(database)
    search.put(_monitor_complete=True, _twitter_aliases=["Argentina"], _telemetry={"opened_at": NOON})
    return search


def answering(*bodies: bytes) -> HttpClient:
    """A service that gives these answers, one after the other."""
    left = iter(bodies)
    return client_answering(lambda _: httpx.Response(200, content=next(left)))


def x(*bodies: bytes) -> SearchProvider:
    return XApiClient(answering(*bodies), url="https://x", bearer_token="any", id_digits=18, budget=NoBudget())


def browser(*bodies: bytes) -> SearchProvider:
    return BrowserSession(answering(*bodies), url="http://browser", id_digits=18)


def posts(*given: Any, media: tuple[Any, ...] = ()) -> bytes:
    """What X answers: these posts, and one with which nothing is wrong."""
    good = post(GOOD, attachments={"media_keys": [GOOD_KEY]})
    fine = film(media_key=GOOD_KEY, variants=[{"bit_rate": 1, "content_type": "video/mp4", "url": GOOD_ADDRESS}])
    return json.dumps(page([*given, good], [*media, fine])).encode()


def seen(*given: Any) -> bytes:
    """What the browser session answers, in the same way."""
    good = {"tweet_id": tweet_id(GOOD), "duration": 31.54, "variants": [{"url": GOOD_ADDRESS}]}
    return json.dumps({"videos": [*given, good]}).encode()


PASSED_OVER: dict[str, tuple[SearchProvider, dict[str, int]]] = {
    "X: a tweet without media": (x(posts(post(attachments=None))), {"no_video": 1}),
    "X: a tweet with several videos": (
        x(posts(post(attachments={"media_keys": [KEY, "7_2"]}), media=(film(), film(media_key="7_2")))),
        {"several_videos": 1},
    ),
    "X: a tweet that only quotes a video": (
        x(posts(post(attachments=None, referenced_tweets=[{"type": "quoted", "id": tweet_id(9)}]), media=(film(),))),
        {"no_video": 1},
    ),
    "X: a tweet whose media is deleted": (x(posts(post())), {"no_video": 1}),
    "X: a truncated id": (x(posts(post(id="16045000000000000"), media=(film(),))), {"truncated_id": 1}),
    "X: many of them": (
        x(posts(post(id="1"), post(1, attachments=None), post(2, attachments=None))),
        {"truncated_id": 1, "no_video": 2},
    ),
    "browser: a truncated id": (browser(seen({"tweet_id": "16045000000000000"})), {"truncated_id": 1}),
    "browser: no id": (browser(seen({"url": f"https://x.com/fan/status/{tweet_id(1)}"})), {"truncated_id": 1}),
}


@pytest.mark.parametrize(("provider", "skipped"), PASSED_OVER.values(), ids=PASSED_OVER)
def test_a_post_that_cannot_be_used_is_counted_under_its_reason_and_does_not_keep_the_good_one_back(
    opened: Search, counted: dict[str, float], provider: SearchProvider, skipped: dict[str, int]
) -> None:
    opened.provider = provider
    order = opened.attempt(1)
    assert [clip["tweet_id"] for clip in order["clips"]] == [tweet_id(GOOD)]
    assert opened.goal()["_telemetry"]["attempts"][0]["skipped"] == skipped
    assert counted == {"ClipsFound": 1, "PostsSkipped": sum(skipped.values())}


@pytest.mark.parametrize(
    "provider",
    [
        pytest.param(x(posts(post(), media=(film(duration_ms=None),))), id="X"),
        pytest.param(browser(seen({"tweet_id": tweet_id(1)})), id="browser"),
    ],
)
def test_a_length_that_is_missing_is_left_to_the_download_and_goes_last(
    opened: Search, provider: SearchProvider
) -> None:
    opened.provider = provider
    wanted = opened.attempt(1)["clips"]
    assert [(clip["tweet_id"], clip["duration"]) for clip in wanted] == [(tweet_id(GOOD), 31.54), (tweet_id(1), None)]


ELSEWHERE = [
    "https://evil.example/fan/status/{id}",
    "http://x.com/fan/status/{id}",
    "https://x.com.evil.example/fan/status/{id}",
    "https://x.com@evil.example/fan/status/{id}",
    "javascript:alert(1)//x.com/fan/status/{id}",
    "https://x.com/fan/status/{id}/../../../elsewhere",
    "https://x.com/fan/status/1604500000000000099",
    "https://x.com/logout",
    "//x.com/fan/status/{id}",
    "",
]


@pytest.mark.parametrize("told", ELSEWHERE)
def test_a_post_that_is_said_to_stand_elsewhere_is_kept_under_the_address_of_its_id(opened: Search, told: str) -> None:
    opened.provider = browser(seen({"tweet_id": tweet_id(1), "url": told.format(id=tweet_id(1))}))
    addresses = {clip["tweet_id"]: clip["url"] for clip in opened.attempt(1)["clips"]}
    assert addresses[tweet_id(1)] == f"https://x.com/i/status/{tweet_id(1)}"


def test_a_whole_answer_of_five_megabytes_is_refused(opened: Search, counted: dict[str, float]) -> None:
    opened.provider = x(posts().ljust(FIVE_MEGABYTES), posts())
    refused(opened, counted, MalformedAnswer)


Service = tuple[Callable[..., SearchProvider], bytes]


@pytest.mark.parametrize("service", [(x, posts()), (browser, seen())], ids=["X", "browser"])
@pytest.mark.parametrize(
    ("body", "error"),
    [
        pytest.param(b" " * FIVE_MEGABYTES, MalformedAnswer, id="5 MB"),
        pytest.param(b"<!DOCTYPE html><html>Just a moment...</html>", UpstreamUnavailable, id="a page"),
        pytest.param(b"", UpstreamUnavailable, id="nothing"),
        pytest.param(b"[]", MalformedAnswer, id="a list"),
        pytest.param(b"\xff\xfe", UpstreamUnavailable, id="no text"),
    ],
)
def test_an_answer_that_is_none_is_a_named_failure_and_the_next_attempt_finds(
    opened: Search, counted: dict[str, float], service: Service, body: bytes, error: type[FootyError]
) -> None:
    make, good = service
    opened.provider = make(body, good)
    refused(opened, counted, error)


def refused(opened: Search, counted: dict[str, float], error: type[FootyError]) -> None:
    """The first attempt fails by that name and is kept and counted as failed, the second finds."""
    with pytest.raises(FootyError) as caught:
        opened.attempt(1)
    assert type(caught.value) is error
    telemetry = opened.goal()["_telemetry"]
    assert [(record["n"], record["error"]) for record in telemetry["failed_searches"]] == [(1, error.__name__)]
    assert counted == {"SearchesFailed": 1}
    assert [clip["tweet_id"] for clip in opened.attempt(2)["clips"]] == [tweet_id(GOOD)]
