"""What two or three looks at a clip add up to."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from footy.goals.clips.reading.clock import read_clock
from footy.goals.clips.reading.timestamp import ScoreFit, Timestamp, judge_timestamp
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.clips import Outcome, Verdict

FIRST, SECOND, TIE_BREAK = 25, 75, 50


@dataclass(frozen=True, slots=True)
class Expected:
    """When the goal was scored, as the API tells it, and whether the score in the clip is that goal's."""

    elapsed: int | None
    extra: int | None
    tolerance: int
    score: ScoreFit = "unknown"


def ask_frames(see: Callable[[Sequence[int]], Sequence[VisionResult]]) -> list[VisionResult]:
    """Two frames, and a third when they disagree on what they show."""
    looks = [*see((FIRST, SECOND))]
    if len({(look.soccer, look.screen) for look in looks}) > 1:
        looks += see((TIE_BREAK,))
    return looks


def judge_clip(clip: str, looks: Sequence[VisionResult], expected: Expected) -> Verdict:
    """The clip's verdict: football, not filmed off a screen, and not of another minute."""
    readings = [reading for look in looks if look.soccer and (reading := read_clock(look.clock))]
    timestamp = judge_timestamp(
        readings, expected.elapsed, expected.extra, tolerance=expected.tolerance, score=expected.score
    )
    if not _most(look.soccer for look in looks):
        return _rejected(clip, "not_football")
    if _most(look.screen for look in looks):
        return _rejected(clip, "filmed_screen")
    if timestamp.status == "rejected":
        return _verdict(clip, "wrong_minute", timestamp)
    return _verdict(clip, "accepted", timestamp)


def unchecked(clip: str) -> Verdict:
    """The verdict on a clip that nobody could look at: it is not published, and not called anything."""
    return _verdict(clip, "unchecked", Timestamp("unverified", None))


def _most(answers: Iterable[bool]) -> bool:
    given = list(answers)
    return 2 * sum(given) > len(given)


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
