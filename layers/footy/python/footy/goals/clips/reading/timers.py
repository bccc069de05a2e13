"""Clocks that count the clip instead of the match: a player's, or a screen recorder's."""

from collections.abc import Sequence
from dataclasses import replace

from footy.goals.clips.reading.clock import NO_TEXTS, read_clock
from footy.goals.clips.reading.vision_result import VisionResult

SLACK_SECONDS = 2


def without_timer(looks: Sequence[VisionResult], seconds: Sequence[float]) -> list[VisionResult]:
    """The looks at frames of these seconds of a clip; without clocks when each shows where its frame stands."""
    frames = zip(looks, seconds, strict=True)
    clocks = [counts_the_clip(look, second) for look, second in frames if _has_clock(look)]
    if clocks and all(clocks):
        return [replace(look, clock=NO_TEXTS) if _has_clock(look) else look for look in looks]
    return list(looks)


def counts_the_clip(look: VisionResult, second: float) -> bool:
    """Whether the clock shows the second of the clip in which it stands."""
    reading = read_clock(look.clock)
    return reading is not None and reading.shown is not None and abs(reading.shown - second) <= SLACK_SECONDS


def _has_clock(look: VisionResult) -> bool:
    return look.soccer and read_clock(look.clock) is not None
