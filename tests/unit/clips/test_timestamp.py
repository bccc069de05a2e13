"""When a clip is believed to show its goal."""

import pytest

from footy.clips.clock import Reading
from footy.clips.timestamp import Timestamp, judge


def running(minute: int) -> Reading:
    return Reading(minute, frozen=False)


def frozen(minute: int) -> Reading:
    return Reading(minute, frozen=True)


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
        ([running(15), running(16)], 67, None, Timestamp("rejected", 15)),
        # nothing to read, nothing to compare with
        ([], 67, None, Timestamp("unverified", None)),
        ([running(67)], None, None, Timestamp("unverified", 67)),
        # stoppage time
        ([running(94)], 90, 4, Timestamp("verified", 94)),
        ([running(92)], 90, 4, Timestamp("verified", 92)),
        ([running(47)], 45, 2, Timestamp("verified", 47)),
        ([running(2)], 90, 3, Timestamp("verified", 92)),
        ([running(2)], 90, None, Timestamp("rejected", 2)),
        ([running(20)], 90, 3, Timestamp("rejected", 20)),
        # frozen at the end of a period
        ([frozen(90)], 90, 4, Timestamp("unverified", 90)),
        ([frozen(90)], 90, 1, Timestamp("unverified", 90)),
        ([frozen(45)], 45, 5, Timestamp("unverified", 45)),
        ([frozen(90), running(93)], 90, 4, Timestamp("verified", 93)),
        ([frozen(90), running(20)], 90, 4, Timestamp("unverified", 90)),
        ([frozen(45)], 45, None, Timestamp("verified", 45)),
        ([frozen(45)], 67, None, Timestamp("rejected", 45)),
        ([frozen(45)], 45, 0, Timestamp("verified", 45)),
        ([frozen(105)], 105, 2, Timestamp("unverified", 105)),
        ([frozen(120)], 120, 1, Timestamp("unverified", 120)),
        ([frozen(120)], 118, None, Timestamp("verified", 120)),
        ([frozen(90)], 45, 2, Timestamp("unverified", 90)),
        ([running(20), frozen(90)], 90, 4, Timestamp("unverified", 20)),
        ([running(105), frozen(105)], 105, 1, Timestamp("verified", 105)),
        # at the edges of a match
        ([running(0)], 1, None, Timestamp("verified", 0)),
        ([running(0)], 4, None, Timestamp("rejected", 0)),
        ([running(123)], 120, 3, Timestamp("verified", 123)),
        ([running(0)], 90, 2, Timestamp("verified", 90)),
        ([running(7)], 90, 4, Timestamp("verified", 97)),
        ([running(8)], 90, 4, Timestamp("rejected", 8)),
    ],
)
def test_judges(readings: list[Reading], elapsed: int | None, extra: int | None, expected: Timestamp) -> None:
    assert judge(readings, elapsed, extra, tolerance=3) == expected


def test_the_tolerance_is_a_rule() -> None:
    assert judge([running(62)], 67, None, tolerance=5).verified
