"""Timestamp verdict: whether the clocks of a clip fit the goal's minute (D12 to D14, D17, D18)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from footy.goals.clips.reading.clock import LONGEST_ALLOWANCE, PERIOD_ENDS, ClockReading
from footy.goals.clips.reading.periods import period_of

Status = Literal["verified", "unverified", "rejected"]
ScoreFit = Literal["fits", "contradicts", "unknown"]


@dataclass(frozen=True, slots=True)
class Timestamp:
    """Status and minute of a clip's clocks."""

    status: Status
    minute: int | None

    @property
    def verified(self) -> bool:
        return self.status == "verified"


@dataclass(frozen=True, slots=True)
class _Goal:
    """Minute of the goal, tolerance, and whether the clip's score fits."""

    elapsed: int
    extra: int
    tolerance: int
    score: ScoreFit

    def fits(self, minute: int) -> bool:
        return abs(minute - self.elapsed - self.extra) <= self.tolerance

    def is_other_period(self, reading: ClockReading) -> bool:
        """Tell whether the clock's label names another period than the goal's."""
        return reading.period is not None and reading.period != period_of(self.elapsed)


def judge_timestamp(
    readings: Iterable[ClockReading],
    elapsed: int | None,
    extra: int | None,
    *,
    tolerance: int,
    score: ScoreFit = "unknown",
) -> Timestamp:
    """Verify when any clock fits; reject only when all readable clocks are wrong (D13)."""
    clocks = list(readings)
    first = next((reading.minute for reading in clocks if reading.minute is not None), None)
    if not elapsed or not clocks:
        return Timestamp("unverified", first)
    goal = _Goal(elapsed, extra or 0, tolerance, score)
    has_frozen = any(_hides_seconds(reading, goal) and reading.minute == elapsed for reading in clocks)
    minutes = (_fitting(reading, goal, has_frozen=has_frozen) for reading in clocks)
    verified = next((minute for minute in minutes if minute is not None), None)
    if verified is not None:
        return Timestamp("verified", verified)
    return Timestamp("rejected" if all(_is_wrong(reading, goal) for reading in clocks) else "unverified", first)


def _fitting(reading: ClockReading, goal: _Goal, *, has_frozen: bool) -> int | None:
    """Return the minute that fits; in stoppage time also with lost digits: "02:36" for "92:36" (D14)."""
    if reading.frozen and goal.extra:
        return None
    if reading.minute is not None and goal.fits(reading.minute):
        return reading.minute
    if not goal.extra or goal.is_other_period(reading):
        return None
    past = reading.minute if has_frozen and reading.past is None else reading.past
    return goal.elapsed + past if past is not None and goal.fits(goal.elapsed + past) else None


def _is_wrong(reading: ClockReading, goal: _Goal) -> bool:
    """Tell whether the clock contradicts the goal's minute."""
    if reading.minute is None or _hides_seconds(reading, goal) or _may_lack_extra(reading, goal):
        return False
    lost_digits = bool(goal.extra) and reading.period is None and goal.fits(goal.elapsed + reading.minute)
    return not (lost_digits and goal.score == "fits")


def _hides_seconds(reading: ClockReading, goal: _Goal) -> bool:
    """Tell whether a frozen clock hides the minutes after the period's end (D17)."""
    return reading.frozen and bool(goal.extra) and not goal.is_other_period(reading) and goal.score != "contradicts"


def _may_lack_extra(reading: ClockReading, goal: _Goal) -> bool:
    """Tell whether the API may send the goal's stoppage minute later (D18)."""
    if goal.extra or goal.elapsed not in PERIOD_ENDS or goal.is_other_period(reading) or reading.minute is None:
        return False
    return 0 <= reading.minute - goal.elapsed <= LONGEST_ALLOWANCE
