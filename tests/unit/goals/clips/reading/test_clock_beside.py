"""Frozen clocks, announced stoppage time and stoppage clocks (D11, D14, D17)."""

import pytest

from footy.goals.clips.reading.clock import ClockReading, ClockTexts, read_added, read_clock, read_stoppage

NONE = "NONE"


@pytest.mark.parametrize("clock", ["45:00", "90:00", "105:00", "120:00", "90", "90+", "2H 90:00"])
def test_a_clock_at_the_end_of_a_period_is_frozen(clock: str) -> None:
    reading = read_clock(ClockTexts(clock, NONE, NONE))
    assert reading is not None
    assert reading.frozen


@pytest.mark.parametrize("clock", ["45:01", "67:00", "45+2", "90:00 +4 02:17"])
def test_a_running_clock_is_not_frozen(clock: str) -> None:
    reading = read_clock(ClockTexts(clock, NONE, NONE))
    assert reading is not None
    assert not reading.frozen


def test_a_bracketed_allowance_leaves_a_clock_frozen() -> None:
    assert read_clock(ClockTexts("90:00 (+2)", NONE, NONE)) == ClockReading(90, frozen=True, displayed_seconds=5400)


def test_an_allowance_leaves_a_clock_frozen() -> None:
    assert read_clock(ClockTexts("90:00 +4", "+4", NONE)) == ClockReading(90, frozen=True)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        # plain clocks, with the seconds that identify timers (D15)
        (ClockTexts("00:07", NONE, NONE), ClockReading(0, frozen=False, displayed_seconds=7)),
        (ClockTexts("67:23", NONE, NONE), ClockReading(67, frozen=False, displayed_seconds=4043)),
        (ClockTexts("67'", NONE, NONE), ClockReading(67, frozen=False)),
        # a period label next to a clock that may count from its end
        (ClockTexts("2H 02:36", NONE, NONE), ClockReading(47, frozen=False, period="second", past=2)),
        (ClockTexts("1H 02:36", NONE, NONE), ClockReading(2, frozen=False, period="first", past=2)),
        # a second half that is counted from zero runs on beyond 45
        (ClockTexts("2T 47:10", NONE, NONE), ClockReading(47, frozen=False, period="second", past=2)),
        (ClockTexts("2T 47:10 +5", "+5", NONE), ClockReading(47, frozen=False, period="second", past=2)),
        (ClockTexts("2T 45:00", NONE, NONE), ClockReading(45, frozen=True, period="second")),
        (ClockTexts("1T 47:10", NONE, NONE), ClockReading(47, frozen=False, period="first")),
        (ClockTexts("ET 30:00", NONE, NONE), ClockReading(120, frozen=True, period="extra", past=30)),
        (ClockTexts("2H 45:00+3:10", NONE, NONE), ClockReading(93, frozen=False, period="second")),
        # only the stoppage clock
        (ClockTexts(NONE, "+4", "02:36"), ClockReading(None, frozen=False, past=2, displayed_seconds=156)),
        (ClockTexts("HT", NONE, "02:36"), None),
        # a stoppage clock next to other text
        (ClockTexts("Messi 23'", NONE, "02:36"), ClockReading(None, frozen=False, past=2, displayed_seconds=156)),
        (ClockTexts("45'+1'", NONE, "02:36"), ClockReading(None, frozen=False, past=2, displayed_seconds=156)),
        # the stoppage clock twice
        (ClockTexts("02:36", "+4", "02:36"), ClockReading(2, frozen=False, past=2, displayed_seconds=156)),
        (ClockTexts("02:36", "+4", "+02:37"), ClockReading(2, frozen=False, past=2, displayed_seconds=156)),
        (ClockTexts("02:36", "+4", NONE), ClockReading(2, frozen=False, displayed_seconds=156)),
        (ClockTexts("02:36", "+4", "04:36"), ClockReading(2, frozen=False, displayed_seconds=156)),
        (ClockTexts(NONE, NONE, "32:36"), None),
    ],
)
def test_periods_and_stoppage_clocks_are_read(texts: ClockTexts, expected: ClockReading | None) -> None:
    assert read_clock(texts) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("+4", 4),
        ("4", 4),
        ("(+2)", 2),
        ("9 mins", 9),
        ("1 minute", 1),
        ("NONE", None),
        ("04:10", None),
    ],
)
def test_allowances_are_read(text: str, expected: int | None) -> None:
    assert read_added(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("03:57", 3), ("3:57", 3), ("+3:57", 3), ("00:10", 0), ("+4", None), ("NONE", None), ("92:36", None)],
)
def test_stoppage_clocks_are_read(text: str, expected: int | None) -> None:
    assert read_stoppage(text) == expected
