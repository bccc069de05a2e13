"""Timers of players and recorders, which are no match clocks (D15)."""

from collections.abc import Sequence

import pytest

from footy.goals.clips.reading.clock import NO_TEXTS, ClockTexts
from footy.goals.clips.reading.timers import without_timer
from footy.goals.clips.reading.validation import Expected, judge_clip
from footy.goals.clips.reading.vision_result import VisionResult


def at(seconds: float, clocks: Sequence[object]) -> list[float]:
    """Return the positions of the frames of a clip, in the order in which they are read."""
    return [seconds * percent / 100 for percent, _ in zip((25, 75, 50), clocks, strict=False)]


def results_of(*clocks: str) -> list[VisionResult]:
    return [VisionResult(soccer=True, screen=False, clock=ClockTexts(clock, "NONE", "NONE")) for clock in clocks]


@pytest.mark.parametrize(
    ("clocks", "seconds"),
    [
        (["00:03", "00:09"], 12.0),
        (["00:01", "00:11"], 12.0),
        (["0:05"], 12.0),
        (["NONE", "0:09"], 12.0),
        (["00:15", "00:44", "00:30"], 59.5),
        (["0:01", "0:02"], 3.0),
    ],
)
def test_a_timer_of_the_clip_is_no_clock(clocks: list[str], seconds: float) -> None:
    assert without_timer(results_of(*clocks), at(seconds, clocks)) == results_of(*["NONE"] * len(clocks))


@pytest.mark.parametrize(
    ("clocks", "seconds"),
    [
        (["00:06", "00:12"], 12.0),  # the first seconds of a match
        (["00:03", "67:12"], 12.0),
        (["67:03", "67:09"], 12.0),
        (["00:03", "00:03"], 12.0),
        (["3'"], 12.0),
        (["1H 00:03"], 12.0),
        (["45"], 60.0),
        ([], 12.0),
        (["NONE"], 12.0),
    ],
)
def test_a_clock_that_stands_elsewhere_in_one_frame_stays(clocks: list[str], seconds: float) -> None:
    assert without_timer(results_of(*clocks), at(seconds, clocks)) == results_of(*clocks)


def test_a_timer_is_no_stoppage_clock() -> None:
    [result] = without_timer(
        [VisionResult(soccer=True, screen=False, clock=ClockTexts("NONE", "NONE", "00:03"))], [3.0]
    )
    assert result.clock == NO_TEXTS


def test_the_clock_of_a_frame_that_is_not_football_says_nothing() -> None:
    frames = [*results_of("00:03"), VisionResult(soccer=False, screen=False, clock=ClockTexts("21:30", "NONE", "NONE"))]
    assert without_timer(frames, [3.0, 9.0])[0].clock == NO_TEXTS


@pytest.mark.parametrize(("elapsed", "extra"), [(27, None), (90, 2), (1, None)])
def test_the_timer_of_a_recorder_neither_rejects_nor_verifies(elapsed: int, extra: int | None) -> None:
    verdict = judge_clip("a", without_timer(results_of("00:03", "00:09"), [3.0, 9.0]), Expected(elapsed, extra, 3))
    assert (verdict["outcome"], verdict["status"], verdict["minute"]) == ("accepted", "unverified", None)
