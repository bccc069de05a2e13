"""Which files are clips at all: long enough to show a goal, short enough to be one, and wide as a broadcast is."""

from dataclasses import dataclass
from typing import Literal

from footy.goals.settings import Rules

WrongLength = Literal["too_short", "too_long"]
Refusal = WrongLength | Literal["not_landscape", "too_small"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How long a clip lasts and how large its picture is shown."""

    duration: float
    width: int
    height: int

    def second(self, percent: int) -> float:
        """Where in the video so much of it is over."""
        return self.duration * percent / 100


def refusal(shape: Shape, rules: Rules) -> Refusal | None:
    """Why the clip is left out, or None when it may stay."""
    if reason := wrong_length(shape.duration, rules):
        return reason
    if not rules.clip_min_aspect <= shape.width / shape.height <= rules.clip_max_aspect:
        return "not_landscape"
    if min(shape.width, shape.height) < rules.clip_min_edge:
        return "too_small"
    return None


def wrong_length(seconds: float | None, rules: Rules) -> WrongLength | None:
    """Why nothing of that length can be a clip; None when it can, or when nobody knows its length yet."""
    if seconds is None:
        return None
    if seconds < rules.clip_min_seconds:
        return "too_short"
    return "too_long" if seconds > rules.clip_max_seconds else None
