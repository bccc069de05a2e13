"""Video address of a tweet by the syndication API, never of a quoted tweet (D3)."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from fetcher.connections import clip_client
from fetcher.http_status import TransientFailure
from fetcher.tweets import video_address
from footy.core.errors import ClipError
from footy.goals.settings import Settings
from tests.support.clip_files import Answer, Site, serving

TWEET = "1841206275088290279"


def variant(name: str, bitrate: int, kind: str = "video/mp4") -> dict[str, object]:
    return {"content_type": kind, "bitrate": bitrate, "url": f"https://video.twimg.com/ext_tw_video/1/pu/vid/{name}"}


def video(*variants: dict[str, object]) -> dict[str, object]:
    return {"type": "video", "video_info": {"variants": list(variants)}}


SMALL, LARGE = variant("640x360/small.mp4", 800_000), variant("1280x720/large.mp4", 2_000_000)
HUGE = variant("3840x2160/huge.mp4", 9_000_000)
PLAYLIST = variant("pl/list.m3u8", 0, "application/x-mpegURL")


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as running:
        yield running


def tell(site: Site, answer: dict[str, Any], status: int = 200) -> None:
    """Set the answer of the syndication service."""
    body = json.dumps({"text": "Goal!", "user": {"name": "Fan", "screen_name": "fan"}, **answer} if answer else {})
    site.anywhere = Answer(body.encode(), status=status, kind="application/json")


def address(site: Site) -> str:
    with clip_client(20) as line:
        return video_address(TWEET, line, Settings(syndication_url=site.url("/tweet-result")))


def reason(site: Site) -> str:
    with pytest.raises(ClipError) as failure:
        address(site)
    return failure.value.reason


def address_or_reason(site: Site) -> str:
    try:
        return address(site)
    except ClipError as named:
        return named.reason


def test_asks_the_syndication_service_for_the_tweet(site: Site) -> None:
    tell(site, {"mediaDetails": [video(SMALL)]})
    address(site)
    (path,) = site.requests
    assert path.startswith(f"/tweet-result?id={TWEET}&token=")


def test_the_largest_file_up_to_the_height_is_chosen(site: Site) -> None:
    tell(site, {"mediaDetails": [video(PLAYLIST, LARGE, HUGE, SMALL)]})
    assert address(site) == LARGE["url"]


def test_the_video_of_a_quoted_tweet_is_never_taken(site: Site) -> None:
    tell(site, {"mediaDetails": [video(SMALL)], "quoted_tweet": {"mediaDetails": [video(LARGE)]}})
    assert address(site) == SMALL["url"]


def test_a_tweet_that_only_quotes_a_video_has_none(site: Site) -> None:
    tell(site, {"quoted_tweet": {"mediaDetails": [video(LARGE)]}})
    assert reason(site) == "not_video"


def test_an_empty_answer_means_the_tweet_is_gone(site: Site) -> None:
    tell(site, {})
    assert reason(site) == "deleted"


def test_an_answer_of_errors_alone_may_pass(site: Site) -> None:
    site.anywhere = Answer(b'{"errors": [{"message": "Internal error", "code": 131}]}', kind="application/json")
    with pytest.raises(TransientFailure):
        address(site)


def test_so_may_one_that_is_not_json(site: Site) -> None:
    site.anywhere = Answer(b"<html>over capacity</html>", kind="application/json")
    with pytest.raises(TransientFailure):
        address(site)


@pytest.mark.parametrize("bitrate", [10**400, "²", "9" * 400, float("inf"), -1, None, [], {}, True])
def test_a_bit_rate_that_is_none_is_no_traceback(site: Site, bitrate: object) -> None:
    tell(site, {"mediaDetails": [video({**SMALL, "bitrate": bitrate})]})
    assert address_or_reason(site) in {SMALL["url"], "fetch_failed"}


@pytest.mark.parametrize(
    "odd",
    [
        {"mediaDetails": [{"type": "video", "video_info": {"variants": [{"content_type": "video/mp4"}]}}]},
        {"mediaDetails": "none"},
        {"mediaDetails": [1]},
        {"mediaDetails": [video({**SMALL, "url": 10**400})]},
        {"mediaDetails": [{**video(SMALL), "video_info": {"duration_millis": 10**400, "variants": [SMALL]}}]},
        {"id_str": 10**400},
        {"errors": 1, "mediaDetails": []},
    ],
)
def test_an_answer_in_no_known_shape_is_named(site: Site, odd: dict[str, Any]) -> None:
    tell(site, odd)
    assert address_or_reason(site) in {SMALL["url"], "fetch_failed", "not_video"}


@pytest.mark.parametrize(("status", "expected"), [(404, "deleted"), (429, "rate_limited"), (503, "fetch_failed")])
def test_a_refusal_is_named(site: Site, status: int, expected: str) -> None:
    tell(site, {"error": "no"}, status)
    assert reason(site) == expected
