"""What the task and its decoder say to each other: an order, how carrying it out ended, and what is in a file."""

from dataclasses import dataclass
from typing import Any, Literal, TypedDict

from footy.core.errors import ClipError
from footy.goals.clips.filters import Shape
from footy.goals.model.clips import HashViews

ANSWER_BYTES = 16 << 20

Stop = Literal["", "overdue", "silent", "talkative"]
# what goes before an answer, and before how it ended: one for each time that a worker got somewhere
SIGN = b" "


class Unchecked(ClipError):
    """Nobody could look at a clip for want of something of ours: no word on the clip, which may be tried again."""

    def __init__(self, message: str) -> None:
        super().__init__("unchecked", message)


@dataclass(frozen=True, slots=True)
class Footage:
    """What is in a file: its shape, perceptual hash and views, and JPEG frames by percent of its length."""

    shape: Shape
    bitrate: int
    perceptual_hash: str
    hash_views: HashViews
    frames: dict[int, bytes]


class Order(TypedDict):
    """One file to look at, and by which rules."""

    file: str
    rules: dict[str, Any]


class End(TypedDict):
    """What a worker said (nothing, when it died of the file), why it was made to stop, and what it used up."""

    answer: str
    signal: int
    stopped: Stop
    cpu_seconds: float
    peak_megabytes: float
