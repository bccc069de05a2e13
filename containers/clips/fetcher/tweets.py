"""The file behind a tweet, for searches that gave no address: yt-dlp's extractor over the syndication API.

The extractor only reads: what it may ask is asked for it, of the syndication service and nobody else. Of yt-dlp
nothing but this one extractor is used: no configuration, no plugins, no downloader, no post-processing.
"""

import json
import sys
from importlib import import_module
from typing import Any, cast

import httpx

from fetcher.addresses import check_origin
from fetcher.download import answered, at_most, parsed
from fetcher.http_status import Passing, check_status
from footy.core.errors import ClipError
from footy.goals.search.posts import Variant, best_variant
from footy.goals.settings import Settings

MOST_BYTES = 1 << 20
DETAIL = 300
# what reading an odd answer ends in; a bit rate of four hundred digits is no float
ODD = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class _Silence:
    """yt-dlp reports by exceptions here, not on the terminal."""

    def debug(self, _message: str) -> None: ...
    def warning(self, _message: str) -> None: ...
    def error(self, _message: str) -> None: ...


OPTIONS = {
    "quiet": True,
    "cachedir": False,
    "proxy": "",
    "logger": _Silence(),
    "extractor_args": {"twitter": {"api": ["syndication"]}},
}
SPOKEN = (
    ("no video", "not_video"),
    ("not a video", "not_video"),
    ("empty json", "deleted"),
    ("unavailable", "deleted"),
    ("unable to view", "deleted"),
    ("suspended", "deleted"),
    ("not available in your", "geo_blocked"),
)


def video_address(tweet_id: str, client: httpx.Client, settings: Settings) -> str:
    """The best mp4 of the tweet's own video, not of one that it quotes."""
    yt_dlp = import_module("yt_dlp")  # takes a third of a second, and is rarely needed
    import_module("yt_dlp.globals").plugin_dirs.value = []
    try:
        with yt_dlp.YoutubeDL(OPTIONS, auto_init=False) as session:
            found = _own_media(session, client, settings).extract(f"https://x.com/i/status/{tweet_id}")
    except yt_dlp.utils.YoutubeDLError as failure:
        raise ClipError(_reason(failure), str(failure)) from failure
    except ODD as odd:
        raise ClipError("fetch_failed", f"an answer in no known shape: {odd!a}") from odd
    try:
        return _best(found, tweet_id, settings.rules.clip_max_height)
    except ODD as odd:
        raise ClipError("fetch_failed", f"a file in no known shape: {odd!a}") from odd


def _own_media(session: Any, client: httpx.Client, settings: Settings) -> Any:
    """The extractor, deaf to quoted tweets (whose media it would merge) and to playlists (it would load them)."""
    extractor = import_module("yt_dlp.extractor.twitter").TwitterIE

    class OwnMedia(extractor):  # type: ignore[misc,valid-type]
        def _download_json(self, _url: str, tweet_id: str, *_: Any, **how: Any) -> Any:
            status = _ask(client, settings.syndication_url, how["query"], how["headers"])
            return _own(status, tweet_id)

        def _request_webpage(self, address: Any, *_: Any, **__: Any) -> Any:
            raise ClipError("not_video", f"only to be had by asking {address}")

    return OwnMedia(session)


def _ask(client: httpx.Client, address: str, query: dict[str, str], headers: dict[str, str]) -> dict[str, Any]:
    url = parsed(address)
    check_origin(url, [address])
    with answered(client, url, params=query, headers=headers) as response:
        check_status(response)
        body = b"".join(at_most(response, MOST_BYTES))
    try:
        status = json.loads(body or b"{}")
    except (ValueError, RecursionError) as broken:
        raise Passing("fetch_failed", "the syndication service does not answer in JSON") from broken
    if not isinstance(status, dict):
        raise ClipError("fetch_failed", "the syndication service does not tell of a tweet")
    if status.keys() == {"errors"}:
        raise Passing("fetch_failed", f"the syndication service is in trouble: {status['errors']!a}"[:DETAIL])
    return cast("dict[str, Any]", status)


def _own(status: dict[str, Any], tweet_id: str) -> dict[str, Any]:
    """What is the tweet's own, once it is the tweet that was asked for."""
    if status.get("tombstone"):
        withheld = "withheld" in json.dumps(status["tombstone"])
        raise ClipError("geo_blocked" if withheld else "deleted", "a tombstone")
    if status.get("id_str", tweet_id) != tweet_id:
        raise ClipError("not_video", f"{status['id_str']} was told instead")
    status.pop("quoted_tweet", None)
    for media in status.get("mediaDetails") or []:
        _keep_files(media)
    return status


def _keep_files(media: dict[str, Any]) -> None:
    information = media.get("video_info") or {}
    information["variants"] = [
        variant for variant in information.get("variants") or [] if variant.get("content_type") == "video/mp4"
    ]


def _best(found: dict[str, Any], tweet_id: str, max_height: int) -> str:
    """The best file, a file that is too high only where there is no other; of several videos in one tweet the first."""
    if found.get("display_id", tweet_id) != tweet_id:
        raise ClipError("not_video", f"the video of {found['display_id']!a}")
    first = next(iter(found.get("entries") or [found]))
    formats = [kind for kind in first.get("formats") or [] if kind.get("ext", "mp4") == "mp4" and kind.get("url")]
    files = tuple(map(_variant, formats))
    best = best_variant(files, max_height) or best_variant(files, sys.maxsize)
    if best is None:
        raise ClipError("not_video", "no mp4 in the tweet")
    return best.url


def _variant(kind: dict[str, Any]) -> Variant:
    return Variant(str(kind["url"]), round(1000 * (kind.get("tbr") or 0)), kind.get("width"), kind.get("height"))


def _reason(failure: Exception) -> str:
    """By the words of the extractor."""
    spoken = str(failure).lower()
    return next((reason for words, reason in SPOKEN if words in spoken), "fetch_failed")
