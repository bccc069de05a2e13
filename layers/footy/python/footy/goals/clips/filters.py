"""Filters for fetched files: duration, aspect ratio, edge (D4)."""

from dataclasses import dataclass
from typing import Literal

from footy.goals.settings import Rules

WrongLength = Literal["too_short", "too_long"]
Refusal = WrongLength | Literal["not_landscape", "too_small"]


@dataclass(frozen=True, slots=True)
class Shape:
    """Duration and displayed size of a clip."""

    duration: float
    width: int
    height: int

    def second(self, percent: int) -> float:
        """Return the second at this percentage of the clip."""
        return self.duration * percent / 100


def refusal(shape: Shape, rules: Rules) -> Refusal | None:
    """Return why the file is refused, or None."""
    if reason := wrong_length(shape.duration, rules):
        return reason
    if not rules.clip_min_aspect <= shape.width / shape.height <= rules.clip_max_aspect:
        return "not_landscape"
    if min(shape.width, shape.height) < rules.clip_min_edge:
        return "too_small"
    return None


def wrong_length(seconds: float | None, rules: Rules) -> WrongLength | None:
    """Return why the duration is refused; None when it is allowed or unknown."""
    if seconds is None:
        return None
    if seconds < rules.clip_min_seconds:
        return "too_short"
    return "too_long" if seconds > rules.clip_max_seconds else None
