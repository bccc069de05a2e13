"""The client of the browser-session service."""

import json
from datetime import timedelta
from typing import Any

import httpx
import pytest

from footy.core.errors import (
    FootyError,
    MalformedAnswer,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.search.posts import FoundVideo, SearchAnswer, SearchQuery, Variant
from tests.support.http_clients import client_answering
from tests.support.searches import NOON, tweet_id

QUERY = SearchQuery(
    text="Messi Argentina filter:videos", asked_at=NOON, max_age=timedelta(minutes=3), seen_ids=frozenset(["2", "1"])
)


def searched(requests: list[httpx.Request] | None = None, **reply: Any) -> SearchAnswer:
    def answer(request: httpx.Request) -> httpx.Response:
        if requests is not None:
            requests.append(request)
        return httpx.Response(**({"status_code": 200} | reply))

    return BrowserSession(client_answering(answer), url="http://browser:8888/", id_digits=18).search(QUERY)


def test_the_request_has_query_age_and_seen_ids() -> None:
    requests: list[httpx.Request] = []
    assert searched(requests, json={"videos": []}) == SearchAnswer(())
    [request] = requests
    assert (request.method, str(request.url)) == ("POST", "http://browser:8888/search")
    assert json.loads(request.content) == {"query": QUERY.text, "max_age_minutes": 3, "seen": ["1", "2"]}


def test_posts_of_the_session_are_returned() -> None:
    post = {
        "tweet_id": tweet_id(1),
        "url": f"https://x.com/fan/status/{tweet_id(1)}",
        "duration": 21,
        "posted_at": "2022-12-18T12:00:00Z",
        "author": "fan",
        "text": "GOAL",
        "variants": [{"url": "https://video.twimg.com/1.mp4", "bitrate": 9, "width": 1280, "height": 720}, {"url": ""}],
    }
    assert searched(json={"videos": [post]}).videos == (
        FoundVideo(
            url=f"https://x.com/fan/status/{tweet_id(1)}",
            tweet_id=tweet_id(1),
            duration=21.0,
            posted_at=NOON,
            variants=(Variant("https://video.twimg.com/1.mp4", 9, 1280, 720),),
            author="fan",
            text="GOAL",
        ),
    )


def test_skipped_posts_are_counted_by_reason() -> None:
    body = {"videos": [{"tweet_id": "160450"}], "skipped": {"no_video": 3, "truncated_id": 1}}
    assert searched(json=body) == SearchAnswer((), {"no_video": 3, "truncated_id": 2})
    assert searched(json={"videos": [], "skipped": {"$where": 1, "no_video": -1}}) == SearchAnswer(())


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        ({"status_code": 401}, SessionExpired),
        ({"status_code": 502}, MalformedAnswer),
        ({"status_code": 200, "json": {"status": "pending"}}, MalformedAnswer),
        ({"status_code": 200, "json": []}, MalformedAnswer),
    ],
)
def test_every_failure_has_its_name(reply: dict[str, Any], error: type[FootyError]) -> None:
    with pytest.raises(FootyError) as caught:
        searched(**reply)
    assert type(caught.value) is error


def session(health: httpx.Response, search: httpx.Response | None = None) -> BrowserSession:
    def answer(request: httpx.Request) -> httpx.Response:
        return health if request.url.path == "/health" else search or httpx.Response(200, json={"videos": []})

    return BrowserSession(client_answering(answer), url="http://browser:8888", id_digits=18)


@pytest.mark.parametrize(
    ("answer", "health"),
    [
        (httpx.Response(200, json={"authenticated": True}), "ready"),
        (httpx.Response(200, json={"authenticated": False}), "logged out"),
        (httpx.Response(200, json={"status": "starting"}), "down"),
        (httpx.Response(200, html="<html>"), "down"),
        (httpx.Response(200, json=[]), "down"),
        (httpx.Response(503, json={"authenticated": True}), "down"),
    ],
)
def test_health_distinguishes_logged_out_from_down(answer: httpx.Response, health: str) -> None:
    assert session(answer).health() == health


def test_a_logged_out_service_is_a_permanent_failure() -> None:
    with pytest.raises(SessionExpired):
        session(httpx.Response(200, json={"authenticated": False}), httpx.Response(500)).search(QUERY)
    with pytest.raises(UpstreamUnavailable):
        session(httpx.Response(200, json={"authenticated": True}), httpx.Response(500)).search(QUERY)
