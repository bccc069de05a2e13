"""Whether a clip shows its goal's minute."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from footy.goals.clips.reading.clock import LONGEST_ALLOWANCE, PERIOD_ENDS, ClockReading
from footy.goals.clips.reading.periods import period_of

Status = Literal["verified", "unverified", "rejected"]
ScoreFit = Literal["fits", "contradicts", "unknown"]


@dataclass(frozen=True, slots=True)
class Timestamp:
    """What the clocks in a clip prove about it."""

    status: Status
    minute: int | None

    @property
    def verified(self) -> bool:
        return self.status == "verified"


@dataclass(frozen=True, slots=True)
class _Goal:
    """When the goal was scored, how far a clock may be off, and what the score in the clip says of it."""

    elapsed: int
    extra: int
    tolerance: int
    score: ScoreFit

    def fits(self, minute: int) -> bool:
        return abs(minute - self.elapsed - self.extra) <= self.tolerance

    def is_of_another_period(self, reading: ClockReading) -> bool:
        """A period written beside the clock is not the goal's."""
        return reading.period is not None and reading.period != period_of(self.elapsed)


def judge_timestamp(
    readings: Iterable[ClockReading],
    elapsed: int | None,
    extra: int | None,
    *,
    tolerance: int,
    score: ScoreFit = "unknown",
) -> Timestamp:
    """Any clock that fits verifies; rejected only when clocks could be read and all of them are wrong."""
    seen = list(readings)
    first = next((reading.minute for reading in seen if reading.minute is not None), None)
    if not elapsed or not seen:
        return Timestamp("unverified", first)
    goal = _Goal(elapsed, extra or 0, tolerance, score)
    stopped = any(_hides(reading, goal) and reading.minute == elapsed for reading in seen)
    shown = (_fitting(reading, goal, stopped=stopped) for reading in seen)
    verified = next((minute for minute in shown if minute is not None), None)
    if verified is not None:
        return Timestamp("verified", verified)
    return Timestamp("rejected" if all(_is_wrong(reading, goal) for reading in seen) else "unverified", first)


def _fitting(reading: ClockReading, goal: _Goal, *, stopped: bool) -> int | None:
    """The minute that fits; in stoppage time also one whose leading digits were lost ("02:36" for "92:36")."""
    if reading.frozen and goal.extra:
        return None
    if reading.minute is not None and goal.fits(reading.minute):
        return reading.minute
    if not goal.extra or goal.is_of_another_period(reading):
        return None
    past = reading.minute if stopped and reading.past is None else reading.past
    return goal.elapsed + past if past is not None and goal.fits(goal.elapsed + past) else None


def _is_wrong(reading: ClockReading, goal: _Goal) -> bool:
    """Whether the clock contradicts the goal's minute instead of hiding it."""
    if reading.minute is None or _hides(reading, goal) or _ahead_of_the_minute(reading, goal):
        return False
    lost_digits = bool(goal.extra) and reading.period is None and goal.fits(goal.elapsed + reading.minute)
    return not (lost_digits and goal.score == "fits")


def _hides(reading: ClockReading, goal: _Goal) -> bool:
    """A clock that stands at the end of a period hides the minutes after it, it does not contradict them."""
    return (
        reading.frozen and bool(goal.extra) and not goal.is_of_another_period(reading) and goal.score != "contradicts"
    )


def _ahead_of_the_minute(reading: ClockReading, goal: _Goal) -> bool:
    """The API tells the end of a period first, and how far beyond it later."""
    if goal.extra or goal.elapsed not in PERIOD_ENDS or goal.is_of_another_period(reading) or reading.minute is None:
        return False
    return 0 <= reading.minute - goal.elapsed <= LONGEST_ALLOWANCE
