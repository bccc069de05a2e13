"""Which files are clips at all: long enough to show a goal, short enough to be one, and wide as a broadcast is."""

from dataclasses import dataclass
from typing import Literal

from footy.settings import Rules

Refusal = Literal["too_short", "too_long", "not_landscape", "too_small"]


@dataclass(frozen=True, slots=True)
class Shape:
    """How long a clip lasts and how large its picture is shown."""

    duration: float
    width: int
    height: int


def refusal(shape: Shape, rules: Rules) -> Refusal | None:
    """Why the clip is left out, or None when it may stay."""
    if shape.duration < rules.clip_min_seconds:
        return "too_short"
    if shape.duration > rules.clip_max_seconds:
        return "too_long"
    if not rules.clip_min_aspect <= shape.width / shape.height <= rules.clip_max_aspect:
        return "not_landscape"
    if min(shape.width, shape.height) < rules.clip_min_edge:
        return "too_small"
    return None
