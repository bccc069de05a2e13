"""Video address of a tweet from yt-dlp's extractor and the syndication API, for posts without a direct url (D3).

Our client makes the only request, to the syndication service. yt-dlp runs without configuration, plugins, downloader
and post-processing.
"""

import json
import sys
from importlib import import_module
from typing import Any, cast

import httpx

from fetcher.addresses import check_origin
from fetcher.download import answered, at_most, parsed
from fetcher.http_status import TransientFailure, check_status
from footy.core.errors import ClipError
from footy.goals.search.posts import Variant, best_variant
from footy.goals.settings import Settings

MOST_BYTES = 1 << 20
DETAIL = 300
# what yt-dlp raises for malformed answers; a bit rate of 400 digits overflows a float
MALFORMED = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)


class _NoOutput:
    """Logger that drops messages: failures come as exceptions."""

    def debug(self, _message: str) -> None: ...
    def warning(self, _message: str) -> None: ...
    def error(self, _message: str) -> None: ...


OPTIONS = {
    "quiet": True,
    "cachedir": False,
    "proxy": "",
    "logger": _NoOutput(),
    "extractor_args": {"twitter": {"api": ["syndication"]}},
}
REASONS = (
    ("no video", "not_video"),
    ("not a video", "not_video"),
    ("empty json", "deleted"),
    ("unavailable", "deleted"),
    ("unable to view", "deleted"),
    ("suspended", "deleted"),
    ("not available in your", "geo_blocked"),
)


def video_address(tweet_id: str, client: httpx.Client, settings: Settings) -> str:
    """Return the best mp4 of the tweet's own video, not of a quoted tweet's."""
    yt_dlp = import_module("yt_dlp")  # a slow import that is rarely needed
    import_module("yt_dlp.globals").plugin_dirs.value = []
    try:
        with yt_dlp.YoutubeDL(OPTIONS, auto_init=False) as session:
            media = _own_media(session, client, settings).extract(f"https://x.com/i/status/{tweet_id}")
    except yt_dlp.utils.YoutubeDLError as failure:
        raise ClipError(_reason(failure), str(failure)) from failure
    except MALFORMED as odd:
        raise ClipError("fetch_failed", f"a malformed answer: {odd!a}") from odd
    try:
        return _best(media, tweet_id, settings.rules.clip_max_height)
    except MALFORMED as odd:
        raise ClipError("fetch_failed", f"a malformed media entry: {odd!a}") from odd


def _own_media(session: Any, client: httpx.Client, settings: Settings) -> Any:
    """Return an extractor that ignores quoted tweets, whose media it would merge, and playlists."""
    extractor = import_module("yt_dlp.extractor.twitter").TwitterIE

    class OwnMedia(extractor):  # type: ignore[misc,valid-type]
        def _download_json(self, _url: str, tweet_id: str, *_: Any, **how: Any) -> Any:
            status = _ask(client, settings.syndication_url, how["query"], how["headers"])
            return _own(status, tweet_id)

        def _request_webpage(self, address: Any, *_: Any, **__: Any) -> Any:
            raise ClipError("not_video", f"needs a request to {address}")

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
        raise TransientFailure("fetch_failed", "the syndication service did not answer in JSON") from broken
    if not isinstance(status, dict):
        raise ClipError("fetch_failed", "the syndication service did not answer with a tweet")
    if status.keys() == {"errors"}:
        raise TransientFailure("fetch_failed", f"the syndication service failed: {status['errors']!a}"[:DETAIL])
    return cast("dict[str, Any]", status)


def _own(status: dict[str, Any], tweet_id: str) -> dict[str, Any]:
    """Check that this is the requested tweet, and remove a quoted one."""
    if status.get("tombstone"):
        withheld = "withheld" in json.dumps(status["tombstone"])
        raise ClipError("geo_blocked" if withheld else "deleted", "a tombstone")
    if status.get("id_str", tweet_id) != tweet_id:
        raise ClipError("not_video", f"the answer is about {status['id_str']}")
    status.pop("quoted_tweet", None)
    for media in status.get("mediaDetails") or []:
        _keep_files(media)
    return status


def _keep_files(media: dict[str, Any]) -> None:
    information = media.get("video_info") or {}
    information["variants"] = [
        variant for variant in information.get("variants") or [] if variant.get("content_type") == "video/mp4"
    ]


def _best(media: dict[str, Any], tweet_id: str, max_height: int) -> str:
    """Return the best file of the first video; one above the height limit only if there is no other."""
    if media.get("display_id", tweet_id) != tweet_id:
        raise ClipError("not_video", f"the video of {media['display_id']!a}")
    first = next(iter(media.get("entries") or [media]))
    formats = [kind for kind in first.get("formats") or [] if kind.get("ext", "mp4") == "mp4" and kind.get("url")]
    files = tuple(map(_variant, formats))
    best = best_variant(files, max_height) or best_variant(files, sys.maxsize)
    if best is None:
        raise ClipError("not_video", "no mp4 in the tweet")
    return best.url


def _variant(kind: dict[str, Any]) -> Variant:
    return Variant(str(kind["url"]), round(1000 * (kind.get("tbr") or 0)), kind.get("width"), kind.get("height"))


def _reason(failure: Exception) -> str:
    """Return our reason for the extractor's message."""
    message = str(failure).lower()
    return next((reason for words, reason in REASONS if words in message), "fetch_failed")
