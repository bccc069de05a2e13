"""Clocks that start every period at zero, with the period beside them."""

import pytest

from footy.goals.clips.reading.clock import ClockTexts, read_clock


@pytest.mark.parametrize(
    ("clock", "minute"),
    [
        ("1H 00:30", 0),
        ("1H 05:00", 5),
        ("1ST HALF 05:00", 5),
        ("1H 29:59", 29),
        ("2H 05:00", 50),
        ("2ND 44:59", 89),
        ("2H 46:10", 46),
        ("ET 05:00", 95),
        ("AET 14:30", 104),
        ("EXTRA TIME 29:00", 119),
        ("ET 97:00", 97),
    ],
)
def test_only_a_later_period_is_counted_on(clock: str, minute: int) -> None:
    reading = read_clock(ClockTexts(clock, "NONE", "NONE"))
    assert reading is not None
    assert (reading.minute, reading.frozen) == (minute, False)
