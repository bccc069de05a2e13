"""The whole grammar of broadcast clocks, line by line."""

import pytest

from footy.clips.clock import ClockTexts, Reading, read, read_added, read_stoppage

NONE = "NONE"


def minute(clock: str, added: str = NONE, stoppage: str = NONE) -> int | None:
    reading = read(ClockTexts(clock, added, stoppage))
    return reading.minute if reading else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # running clocks
        ("67:23", 67),
        ("5:00", 5),
        ("05:00", 5),
        ("00:12", 0),
        ("105:23", 105),
        ("120:00", 120),
        ("67.23", 67),
        ("67：23", 67),
        (" 67 : 23 ", 67),
        ("92:17", 92),
        # a bare minute
        ("67", 67),
        ("67'", 67),
        ("67’", 67),
        ("67 min", 67),
        ("90", 90),
        # the period in front
        ("2H 5:00", 50),
        ("2h 5:00", 50),
        ("2H5:00", 50),
        ("2H 67:00", 67),
        ("2H 45:00", 45),
        ("2H 44:59", 89),
        ("1H 35:00", 35),
        ("2ND HALF 5:00", 50),
        ("2nd half 67:00", 67),
        ("2ND 5:00", 50),
        ("1ST HALF 35:00", 35),
        ("1st 35:00", 35),
        ("2H 22'", 67),
        ("ET 04:04", 94),
        ("AET 04:04", 94),
        ("et 29:59", 119),
        ("ET 94:04", 94),
        ("AET 105:10", 105),
        # compounds
        ("45+2", 47),
        ("45 + 2", 47),
        ("45+2'", 47),
        ("45'+2", 47),
        ("45+2:30", 47),
        ("90:00+3:15", 93),
        ("90:00 + 3:15", 93),
        ("45:00+2", 47),
        ("45:00 +2", 47),
        ("90+12", 102),
        ("105:00+1:05", 106),
        ("2H 90:00+3:15", 93),
        ("ET 15:00+1", 106),
        # one line with a timer of its own
        ("90:00 +4 02:17", 92),
        ("90:00 +4' 02:17", 92),
        ("90:00+402:17", 92),
        ("90:00 02:17", 92),
        ("45:00 +2 00:40", 45),
        # a plus beside a clock that still runs is the allowance
        ("46:10 +2", 46),
        ("92:17 +4", 92),
        ("90+", 90),
        # no minute
        ("HT", None),
        ("FT", None),
        ("NONE", None),
        ("none", None),
        ("", None),
        ("  ", None),
        ("LIVE", None),
        ("HALF TIME", None),
        ("2-1", None),
        ("01:07:23", None),
        ("67:73", None),
        ("999:59", None),
        ("1 67:23", None),
        ("45 67:23", None),
        ("+4", None),
        ("ARS 67:23 CHE", None),
    ],
)
def test_reads_the_minute(text: str, expected: int | None) -> None:
    assert minute(text) == expected


@pytest.mark.parametrize(
    ("clock", "added", "stoppage", "expected"),
    [
        ("90:00", NONE, "03:57", 93),
        ("45:00", "+4", "02:36", 47),
        ("90:00", "+4", NONE, 90),
        ("90:00 +4", "+4", "02:17", 92),
        ("90:00 +4 02:17", "+4", "02:17", 92),
        ("90:00+3:15", NONE, "03:15", 93),
        ("45+2", "+3", "02:30", 47),
        ("45+2", "+2", NONE, 47),
        ("2H 90:00", NONE, "01:10", 91),
        ("92:17", NONE, "02:17", 92),
        ("90:00", NONE, "90:00", 90),
        ("HT", "+2", "02:00", None),
    ],
)
def test_adds_only_the_clock_of_stoppage_time(clock: str, added: str, stoppage: str, expected: int | None) -> None:
    assert minute(clock, added, stoppage) == expected


@pytest.mark.parametrize("clock", ["45:00", "90:00", "105:00", "120:00", "90", "90+", "2H 90:00"])
def test_a_clock_standing_at_the_end_of_a_period_is_frozen(clock: str) -> None:
    assert read(ClockTexts(clock, NONE, NONE)) == Reading(minute(clock) or 0, frozen=True)


@pytest.mark.parametrize("clock", ["45:01", "90:30", "67:00", "89:59", "45+2", "90:00 +4 02:17", "90:00+3:15"])
def test_a_clock_that_tells_more_is_not_frozen(clock: str) -> None:
    reading = read(ClockTexts(clock, NONE, NONE))
    assert reading is not None
    assert not reading.frozen


def test_an_allowance_beside_a_standing_clock_leaves_it_frozen() -> None:
    assert read(ClockTexts("90:00 +4", "+4", NONE)) == Reading(90, frozen=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("+4", 4), ("+ 3", 3), ("+4'", 4), ("4", 4), ("+12", 12), ("NONE", None), ("", None), ("04:10", None)],
)
def test_reads_the_allowance(text: str, expected: int | None) -> None:
    assert read_added(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("03:57", 3), ("3:57", 3), ("+3:57", 3), ("00:10", 0), ("+4", None), ("NONE", None), ("92:36", None)],
)
def test_reads_the_clock_of_stoppage_time(text: str, expected: int | None) -> None:
    assert read_stoppage(text) == expected
