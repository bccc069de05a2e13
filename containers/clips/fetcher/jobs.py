"""Messages between the worker and its decoder process: a job, its result, a decoded clip."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from footy.core.errors import ClipError
from footy.goals.clips.filters import Shape
from footy.goals.model.clips import HashViews

ANSWER_BYTES = 16 << 20

StopReason = Literal["", "overdue", "silent", "talkative"]
# written before an answer and before a result, once for each progress of a worker
HEARTBEAT = b" "


class Unchecked(ClipError):
    """The clip could not be decoded because our resources ran out; it may be tried again."""

    def __init__(self, message: str) -> None:
        super().__init__("unchecked", message)


@dataclass(frozen=True, slots=True)
class DecodedClip:
    """Shape, perceptual hash and its views, and JPEG frames by percent of the length."""

    shape: Shape
    bitrate: int
    perceptual_hash: str
    hash_views: HashViews
    frames: dict[int, bytes]


class DecodeJob(TypedDict):
    """One file to decode, and the rules."""

    file: str
    rules: dict[str, Any]


class DecodeResult(TypedDict):
    """Answer of a worker (empty if it crashed), the reason if it was killed, and its resource usage."""

    answer: str
    signal: int
    stopped: StopReason
    cpu_seconds: float
    peak_megabytes: float
