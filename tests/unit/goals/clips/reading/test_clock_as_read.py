"""Lenient parsing of misread clocks, and properties of clocks and verdicts (D11, D13, D14)."""

from typing import get_args

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from footy.goals.clips.reading.clock import (
    LATEST_MINUTE,
    ClockReading,
    ClockTexts,
    read_added,
    read_clock,
    read_stoppage,
)
from footy.goals.clips.reading.timestamp import ScoreFit, judge_timestamp


def minute(clock: str) -> int | None:
    reading = read_clock(ClockTexts(clock, "NONE", "NONE"))
    return reading.minute if reading else None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # letters for digits
        ("O5:12", 5),
        ("67:l3", 67),
        ("l5:23", 15),
        ("I5:23", 15),
        ("|5:23", 15),
        ("2H O5:1O", 50),
        ("45+l", 46),
        ("6O'", 60),
        # other dots
        ("67;23", 67),
        ("67.23", 67),
        ("67,23", 67),
        ("67·23", 67),
        ("67 ; 23", 67),
        # full width
        ("６７：２３", 67),
        ("４５＋２", 47),
        ("６７＇", 67),
        # stray signs
        ('"67:23"', 67),
        ("“67:23”", 67),
        ("'67:23'", 67),
        ("«67:23»", 67),
        ("67:23.", 67),
        ("(67:23)", 67),
        ("*67:23*", 67),
        ("67:23\n", 67),
        ("67´", 67),
        ("67 mins", None),
        ("67 min.", 67),
        # still no minute
        ("Ol", None),
        ("LI.OL", None),
        ("OIL 2", None),
        ("67:S3", None),
        ("2ND HALF", None),
        ("H;T", None),
        ("١٢:٣٤x", None),
        ("-67:23", None),
        ("²", 2),
    ],
)
def test_misread_clocks_are_understood(text: str, expected: int | None) -> None:
    assert minute(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("+O4", 4), ("＋4", 4), ("+4’", 4), ("+4.", 4), ("+ I", 1), ("O", None)],
)
def test_misread_allowances_are_understood(text: str, expected: int | None) -> None:
    assert read_added(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [("O3:57", 3), ("03;57", 3), ("０３：５７", 3), ("O3:S7", None), ("3l:00", None)],
)
def test_misread_stoppage_clocks_are_understood(text: str, expected: int | None) -> None:
    assert read_stoppage(text) == expected


LIKE_A_CLOCK = st.text(alphabet="0123456789:;.,+'’ OoIl|HTSEAND１２：＋·\"", max_size=24)
TEXTS = st.one_of(st.text(max_size=60), LIKE_A_CLOCK)
PERIODS = st.sampled_from([None, "first", "second", "extra"])
PAST = st.one_of(st.none(), st.integers(0, 30))
READINGS = st.one_of(
    st.builds(ClockReading, st.integers(0, LATEST_MINUTE), st.booleans(), PERIODS, PAST),
    st.builds(ClockReading, st.none(), st.just(False), st.none(), st.integers(0, 30)),
)
SCORES = st.sampled_from(get_args(ScoreFit))
ELAPSED = st.one_of(st.none(), st.integers(0, 130))
EXTRA = st.one_of(st.none(), st.integers(0, 20))


@given(TEXTS, TEXTS, TEXTS)
@example("٣:٤٥", "߀", "४५:००")
@example("0" * 100, "+" * 100, ":" * 100)
def test_any_text_gives_a_plausible_minute(clock: str, added: str, stoppage: str) -> None:
    reading = read_clock(ClockTexts(clock, added, stoppage))
    assert reading is None or 0 <= (reading.minute or 0) <= LATEST_MINUTE
    assert (read_added(added) or 0) < 100
    assert (read_stoppage(stoppage) or 0) <= 30


@given(TEXTS, TEXTS, TEXTS)
def test_reading_is_free_of_case_and_of_space_around(clock: str, added: str, stoppage: str) -> None:
    plain = read_clock(ClockTexts(clock.upper(), added, stoppage))
    assert read_clock(ClockTexts(f"  {clock.upper()}\t", added, stoppage)) == plain


@given(st.lists(READINGS, max_size=3), ELAPSED, EXTRA, st.integers(0, 10), SCORES)
def test_a_verified_minute_is_always_within_tolerance(
    readings: list[ClockReading], elapsed: int | None, extra: int | None, tolerance: int, score: ScoreFit
) -> None:
    verdict = judge_timestamp(readings, elapsed, extra, tolerance=tolerance, score=score)
    if verdict.verified:
        assert elapsed
        assert verdict.minute is not None
        assert abs(verdict.minute - (elapsed + (extra or 0))) <= tolerance


@given(st.lists(READINGS, max_size=3), ELAPSED, EXTRA, st.integers(0, 10), SCORES)
def test_only_clocks_that_could_be_read_reject(
    readings: list[ClockReading], elapsed: int | None, extra: int | None, tolerance: int, score: ScoreFit
) -> None:
    verdict = judge_timestamp(readings, elapsed, extra, tolerance=tolerance, score=score)
    if not any(reading.minute is not None for reading in readings) or not elapsed:
        assert verdict.status != "rejected"
    if verdict.status == "rejected":
        minutes = [reading.minute for reading in readings if reading.minute is not None and not reading.frozen]
        assert all(abs(minute - (elapsed or 0) - (extra or 0)) > tolerance for minute in minutes)


@given(st.integers(1, 120), EXTRA, st.integers(0, 10), st.lists(READINGS, max_size=2))
def test_one_clock_that_fits_is_enough(
    minute: int, extra: int | None, tolerance: int, others: list[ClockReading]
) -> None:
    fitting = ClockReading(minute + (extra or 0), frozen=False)
    assert judge_timestamp([*others, fitting], minute, extra, tolerance=tolerance).verified


@given(st.integers(0, 30), st.integers(1, 15), st.sampled_from([45, 90, 105, 120]))
def test_no_bare_early_clock_verifies_a_late_goal(minute: int, extra: int, end: int) -> None:
    if abs(minute - end - extra) > 3:
        bare = ClockReading(minute, frozen=False, displayed_seconds=60 * minute)
        assert judge_timestamp([bare], end, extra, tolerance=3).status == "rejected"
        assert judge_timestamp([bare], end, extra, tolerance=3, score="fits").status in {"unverified", "rejected"}
