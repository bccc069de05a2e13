"""Timestamp verdict (D12 to D14, D17, D18)."""

import pytest

from footy.goals.clips.reading.clock import ClockReading
from footy.goals.clips.reading.periods import Period
from footy.goals.clips.reading.timestamp import ScoreFit, Timestamp, judge_timestamp


def running(minute: int, period: Period | None = None, past: int | None = None) -> ClockReading:
    return ClockReading(minute, frozen=False, period=period, past=past)


def frozen(minute: int, period: Period | None = None) -> ClockReading:
    return ClockReading(minute, frozen=True, period=period)


def stoppage_only(past: int) -> ClockReading:
    """Build a reading of the stoppage clock only."""
    return ClockReading(None, frozen=False, past=past)


@pytest.mark.parametrize(
    ("readings", "elapsed", "extra", "expected"),
    [
        ([running(67)], 67, None, Timestamp("verified", 67)),
        ([running(64)], 67, None, Timestamp("verified", 64)),
        ([running(70)], 67, None, Timestamp("verified", 70)),
        ([running(63)], 67, None, Timestamp("rejected", 63)),
        ([running(71)], 67, None, Timestamp("rejected", 71)),
        # one frame that fits is enough
        ([running(15), running(67)], 67, None, Timestamp("verified", 67)),
        # nothing to read, nothing to compare with
        ([], 67, None, Timestamp("unverified", None)),
        ([running(67)], None, None, Timestamp("unverified", 67)),
        ([running(67)], 0, None, Timestamp("unverified", 67)),
        ([running(2)], 0, 2, Timestamp("unverified", 2)),
        # stoppage time
        ([running(94)], 90, 4, Timestamp("verified", 94)),
        ([running(2)], 90, None, Timestamp("rejected", 2)),
        ([running(20)], 90, 3, Timestamp("rejected", 20)),
        # a minute without its leading digits: only on the clock of stoppage time, or beside a period or a stopped clock
        ([running(2)], 90, 3, Timestamp("rejected", 2)),
        ([stoppage_only(2)], 90, 3, Timestamp("verified", 92)),
        ([stoppage_only(2)], 90, None, Timestamp("unverified", None)),
        ([stoppage_only(12)], 90, 3, Timestamp("unverified", None)),
        ([stoppage_only(2)], 67, None, Timestamp("unverified", None)),
        # read twice, as the clock as well
        ([running(2, past=2)], 90, 3, Timestamp("verified", 92)),
        ([running(2, past=2)], 3, None, Timestamp("verified", 2)),
        ([running(2, past=2)], 67, None, Timestamp("rejected", 2)),
        ([running(47, "second", 2)], 90, 3, Timestamp("verified", 92)),
        ([running(2, "first", 2)], 45, 3, Timestamp("verified", 47)),
        ([running(2, "first", 2)], 90, 3, Timestamp("rejected", 2)),
        ([running(47, "second", 2)], 90, None, Timestamp("rejected", 47)),
        ([running(47, "second")], 90, 3, Timestamp("rejected", 47)),
        ([frozen(90), running(2)], 90, 3, Timestamp("verified", 92)),
        ([frozen(45), running(2)], 90, 3, Timestamp("unverified", 45)),
        # frozen at the end of a period
        ([frozen(90)], 90, 4, Timestamp("unverified", 90)),
        ([frozen(90), running(93)], 90, 4, Timestamp("verified", 93)),
        ([frozen(90), running(20)], 90, 4, Timestamp("unverified", 90)),
        ([frozen(45)], 45, None, Timestamp("verified", 45)),
        ([frozen(45)], 67, None, Timestamp("rejected", 45)),
        ([frozen(105)], 105, 2, Timestamp("unverified", 105)),
        ([frozen(120)], 118, None, Timestamp("verified", 120)),
        ([frozen(90)], 45, 2, Timestamp("unverified", 90)),
        ([running(20), frozen(90)], 90, 4, Timestamp("unverified", 20)),
        ([running(105), frozen(105)], 105, 1, Timestamp("verified", 105)),
        # of another period by its label: it hides nothing of this goal
        ([frozen(90, "second")], 45, 2, Timestamp("rejected", 90)),
        ([frozen(45, "first")], 90, 3, Timestamp("rejected", 45)),
        ([frozen(45, "second")], 45, 2, Timestamp("rejected", 45)),
        ([frozen(45, "second")], 90, 3, Timestamp("unverified", 45)),
        ([frozen(90, "second")], 90, 3, Timestamp("unverified", 90)),
        # the API has told the end of the period, and not yet how far beyond it
        ([running(97)], 90, None, Timestamp("unverified", 97)),
        ([running(105)], 90, None, Timestamp("unverified", 105)),
        ([running(106)], 90, None, Timestamp("rejected", 106)),
        ([running(86)], 90, None, Timestamp("rejected", 86)),
        ([running(51)], 45, None, Timestamp("unverified", 51)),
        ([running(51, "second", 6)], 45, None, Timestamp("rejected", 51)),
        ([running(112)], 105, 0, Timestamp("unverified", 112)),
        ([running(97)], 89, None, Timestamp("rejected", 97)),
        # at the edges of a match
        ([running(0)], 1, None, Timestamp("verified", 0)),
        ([running(0)], 4, None, Timestamp("rejected", 0)),
    ],
)
def test_judges(readings: list[ClockReading], elapsed: int | None, extra: int | None, expected: Timestamp) -> None:
    assert judge_timestamp(readings, elapsed, extra, tolerance=3) == expected


@pytest.mark.parametrize(
    ("reading", "score", "expected"),
    [
        # a bare clock that may have lost its leading digits
        (running(2), "fits", "unverified"),
        (running(2), "contradicts", "rejected"),
        (running(2), "unknown", "rejected"),
        (running(20), "fits", "rejected"),
        (running(2, "first", 2), "fits", "rejected"),
        # a clock that stands
        (frozen(90), "fits", "unverified"),
        (frozen(90), "unknown", "unverified"),
        (frozen(90), "contradicts", "rejected"),
        # a clock that tells the minute
        (running(93), "contradicts", "verified"),
        (running(67), "fits", "rejected"),
    ],
)
def test_a_score_decides_where_the_clock_leaves_it_open(reading: ClockReading, score: ScoreFit, expected: str) -> None:
    assert judge_timestamp([reading], 90, 3, tolerance=3, score=score).status == expected
