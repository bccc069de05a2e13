"""What the parts of one download tell each other: the manifest, the result and the upload signal."""

import json
from typing import Literal, TypedDict, cast

from footy.clips.timestamp import Status
from footy.errors import MalformedMessage

Outcome = Literal["accepted", "not_football", "filmed_screen", "wrong_minute", "unchecked"]
FRAMES = (25, 50, 75)


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


def read_signal(body: str) -> UploadSignal:
    """The upload signal in a queue message; anything else is refused by name."""
    try:
        signal = json.loads(body)
    except ValueError as broken:
        raise MalformedMessage("the message is not JSON") from broken
    texts = isinstance(signal, dict) and all(isinstance(signal.get(key), str) for key in ("event_id", "download_id"))
    if not texts or not _are_verdicts(signal.get("verdicts")):
        raise MalformedMessage(f"not an upload signal: {body[:200]}")
    return cast("UploadSignal", signal)


def _are_verdicts(value: object) -> bool:
    return isinstance(value, list) and all(
        isinstance(verdict, dict) and Verdict.__required_keys__ <= verdict.keys() for verdict in value
    )
