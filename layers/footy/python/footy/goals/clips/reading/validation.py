"""Validation of a clip from two or three frames (D7)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from footy.goals.clips.reading.clock import read_clock
from footy.goals.clips.reading.timestamp import ScoreFit, Timestamp, judge_timestamp
from footy.goals.clips.reading.vision_result import FIRST, SECOND, TIE_BREAK, VisionResult
from footy.goals.model.clips import Outcome, Verdict


@dataclass(frozen=True, slots=True)
class Expected:
    """Minute of the goal, tolerance, and whether the clip's score fits the goal."""

    elapsed: int | None
    extra: int | None
    tolerance: int
    score: ScoreFit = "unknown"


def ask_frames(ask: Callable[[Sequence[int]], Sequence[VisionResult]]) -> list[VisionResult]:
    """Ask about two frames, and a third when they disagree (D7)."""
    results = [*ask((FIRST, SECOND))]
    if len({(result.soccer, result.screen) for result in results}) > 1:
        results += ask((TIE_BREAK,))
    return results


def judge_clip(clip: str, results: Sequence[VisionResult], expected: Expected) -> Verdict:
    """Return the verdict: football, no filmed screen, not another minute."""
    readings = [reading for result in results if result.soccer and (reading := read_clock(result.clock))]
    timestamp = judge_timestamp(
        readings, expected.elapsed, expected.extra, tolerance=expected.tolerance, score=expected.score
    )
    if not _most(result.soccer for result in results):
        return _rejected(clip, "not_football")
    if _most(result.screen for result in results):
        return _rejected(clip, "filmed_screen")
    if timestamp.status == "rejected":
        return _verdict(clip, "wrong_minute", timestamp)
    return _verdict(clip, "accepted", timestamp)


def unchecked(clip: str) -> Verdict:
    """Return the verdict of a clip that could not be validated: skipped, not refused (D7)."""
    return _verdict(clip, "unchecked", Timestamp("unverified", None))


def _most(answers: Iterable[bool]) -> bool:
    values = list(answers)
    return 2 * sum(values) > len(values)


def _rejected(clip: str, outcome: Outcome) -> Verdict:
    return _verdict(clip, outcome, Timestamp("rejected", None))


def _verdict(clip: str, outcome: Outcome, timestamp: Timestamp) -> Verdict:
    return {
        "clip": clip,
        "outcome": outcome,
        "verified": timestamp.verified,
        "minute": timestamp.minute,
        "status": timestamp.status,
    }
