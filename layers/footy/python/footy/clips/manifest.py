"""What the parts of one download tell each other: the manifest, the result and the upload signal."""

import json
import re
from collections.abc import Mapping
from typing import Literal, TypedDict, cast

from footy.clips.hashes import HashViews
from footy.clips.timestamp import Status
from footy.errors import MalformedMessage

Outcome = Literal["accepted", "not_football", "filmed_screen", "wrong_minute", "unchecked"]
FRAMES = (25, 50, 75)
_EVENT_ID = re.compile(r"\d{1,12}_[A-Za-z0-9_-]{1,80}")
_MD5 = re.compile(r"[0-9a-f]{32}")
_FORMS: Mapping[str, type | tuple[type, ...]] = {
    "md5": str,
    "source_url": str,
    "tweet_id": str,
    "file_size": int,
    "duration": (int, float),
    "width": int,
    "height": int,
    "bitrate": int,
    "perceptual_hash": str,
    "hash_version": str,
    "hash_views": dict,
    "copies": int,
}


class WantedClip(TypedDict):
    """A video that a search chose; `video_url` is the file itself where the search knew it."""

    tweet_id: str
    source_url: str
    video_url: str | None
    duration: float | None


class Manifest(TypedDict):
    """What one download is to fetch."""

    event_id: str
    download_id: str
    clips: list[WantedClip]


class FetchedClip(TypedDict):
    """A clip that was fetched, fits the filters and is hashed; `copies` counts equal files of the attempt."""

    md5: str
    source_url: str
    tweet_id: str
    file_size: int
    duration: float
    width: int
    height: int
    bitrate: int
    perceptual_hash: str
    hash_version: str
    hash_views: HashViews
    copies: int


class Result(TypedDict):
    """What became of a manifest: the clips that are left, and why each other one is not."""

    download_id: str
    clips: list[FetchedClip]
    outcomes: dict[str, int]


class Verdict(TypedDict):
    """What the vision model and the clock say about one clip."""

    clip: str
    outcome: Outcome
    verified: bool
    minute: int | None
    status: Status


class UploadSignal(TypedDict):
    """The message that ends every download."""

    event_id: str
    download_id: str
    verdicts: list[Verdict]


def read_signal(body: str, group: str) -> UploadSignal:
    """The upload signal in a message of that group; anything else is refused by name."""
    signal = _object(body)
    if signal.get("event_id") != group or not _EVENT_ID.fullmatch(group):
        raise MalformedMessage(f"not a goal's, or not in its goal's group: {body[:200]}")
    if not _is_download_of(group, signal.get("download_id")) or not _are_verdicts(signal.get("verdicts")):
        raise MalformedMessage(f"not an upload signal: {body[:200]}")
    return cast("UploadSignal", signal)


def read_result(text: str | bytes, download_id: str) -> Result:
    """The result of that download; its writer opens foreign files, so it is not simply believed."""
    result = _object(text)
    clips, outcomes = result.get("clips"), result.get("outcomes")
    told = isinstance(outcomes, dict) and all(isinstance(number, int) for number in outcomes.values())
    if result.get("download_id") != download_id or not told:
        raise MalformedMessage(f"not the result of {download_id}")
    if not isinstance(clips, list) or not all(map(_is_clip, clips)):
        raise MalformedMessage(f"the result of {download_id} holds something that is not a clip")
    return cast("Result", result)


def _object(text: str | bytes) -> dict[str, object]:
    try:
        read = json.loads(text)
    except ValueError as broken:
        raise MalformedMessage("not JSON") from broken
    if not isinstance(read, dict):
        raise MalformedMessage("not an object")
    return read


def _is_download_of(event_id: str, download_id: object) -> bool:
    return isinstance(download_id, str) and bool(re.fullmatch(rf"download\d+-{re.escape(event_id)}", download_id))


def _are_verdicts(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(verdict, dict) and Verdict.__required_keys__ <= verdict.keys() for verdict in value
    )


def _is_clip(value: object) -> bool:
    return (
        isinstance(value, dict)
        and all(isinstance(value.get(name), form) for name, form in _FORMS.items())
        and bool(_MD5.fullmatch(value["md5"]))
        and all(value[name] > 0 for name in ("file_size", "duration", "width", "height", "copies"))
    )
