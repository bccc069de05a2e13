"""Timers of video players and recorders, which are no match clocks (D15)."""

from collections.abc import Sequence
from dataclasses import replace

from footy.goals.clips.reading.clock import NO_TEXTS, read_clock
from footy.goals.clips.reading.vision_result import VisionResult

SLACK_SECONDS = 2


def without_timer(results: Sequence[VisionResult], seconds: Sequence[float]) -> list[VisionResult]:
    """Remove the clocks when each shows the position of its frame in the clip."""
    frames = zip(results, seconds, strict=True)
    clocks = [counts_the_clip(result, second) for result, second in frames if _has_clock(result)]
    if clocks and all(clocks):
        return [replace(result, clock=NO_TEXTS) if _has_clock(result) else result for result in results]
    return list(results)


def counts_the_clip(result: VisionResult, second: float) -> bool:
    """Tell whether the clock shows the position of its frame in the clip."""
    reading = read_clock(result.clock)
    return (
        reading is not None
        and reading.displayed_seconds is not None
        and abs(reading.displayed_seconds - second) <= SLACK_SECONDS
    )


def _has_clock(result: VisionResult) -> bool:
    return result.soccer and read_clock(result.clock) is not None
