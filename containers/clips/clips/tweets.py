"""The file behind a tweet, for searches that gave no address: yt-dlp's extractor over the syndication API."""

from importlib import import_module
from typing import Any

from clips.direct import REASONS
from footy.errors import ClipError
from footy.settings import Settings


class _Silence:
    """yt-dlp reports by exceptions here, not on the terminal."""

    def debug(self, _message: str) -> None: ...
    def warning(self, _message: str) -> None: ...
    def error(self, _message: str) -> None: ...


OPTIONS = {
    "quiet": True,
    "cachedir": False,
    "socket_timeout": 15,
    "logger": _Silence(),
    "extractor_args": {"twitter": {"api": ["syndication"]}},
}
SPOKEN = (
    ("timed out", "timed_out"),
    ("no video", "not_video"),
    ("not a video", "not_video"),
    ("empty json", "deleted"),
    ("unavailable", "deleted"),
    ("unable to view", "deleted"),
    ("suspended", "deleted"),
    ("not available in your", "geo_blocked"),
)


def video_address(tweet_id: str, settings: Settings) -> str:
    """The best mp4 of the tweet's own video, not of one that it quotes."""
    yt_dlp = import_module("yt_dlp")  # takes a third of a second, and is rarely needed
    try:
        with yt_dlp.YoutubeDL(OPTIONS, auto_init=False) as session:
            found = _own_media(session, settings.syndication_url).extract(f"https://x.com/i/status/{tweet_id}")
    except yt_dlp.utils.YoutubeDLError as failure:
        raise ClipError(_reason(failure), str(failure)) from failure
    return _best(found, settings.rules.clip_max_height)


def _own_media(session: Any, syndication_url: str) -> Any:
    """The extractor, deaf to quoted tweets (whose media it would merge) and to playlists (it would load them)."""
    extractor = import_module("yt_dlp.extractor.twitter").TwitterIE

    class OwnMedia(extractor):  # type: ignore[misc,valid-type]
        def _download_json(self, _url: str, *asked: Any, **how: Any) -> Any:
            status = super()._download_json(syndication_url, *asked, **how)
            if isinstance(status, dict):
                status.pop("quoted_tweet", None)
                for media in status.get("mediaDetails") or []:
                    _keep_files(media)
            return status

    return OwnMedia(session)


def _keep_files(media: dict[str, Any]) -> None:
    information = media.get("video_info") or {}
    files = [variant for variant in information.get("variants") or [] if variant.get("content_type") == "video/mp4"]
    if files:
        information["variants"] = files


def _best(found: dict[str, Any], max_height: int) -> str:
    """The largest format that is not too high; of several videos in one tweet the first."""
    first = next(iter(found.get("entries") or [found]))
    formats = [kind for kind in first.get("formats") or [] if kind.get("ext", "mp4") == "mp4" and kind.get("url")]
    fitting = [kind for kind in formats if _short_edge(kind) <= max_height] or formats
    if not fitting:
        raise ClipError("not_video", "no mp4 in the tweet")
    return str(max(fitting, key=lambda kind: (_short_edge(kind), kind.get("tbr") or 0))["url"])


def _short_edge(kind: dict[str, Any]) -> int:
    return min(kind.get("width") or 0, kind.get("height") or 0)


def _reason(failure: Exception) -> str:
    """By the status that was answered, else by the words of the extractor."""
    refusal: Any = getattr(failure, "cause", None)
    if hasattr(refusal, "status"):
        refusal.close()
        return REASONS.get(refusal.status, "fetch_failed")
    spoken = str(failure).lower()
    return next((reason for words, reason in SPOKEN if words in spoken), "fetch_failed")
