"""Validation of a clip from two or three frames (D7, D10)."""

from collections.abc import Sequence

import pytest

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.validation import Expected, ask_frames, judge_clip, unchecked
from footy.goals.clips.reading.vision_result import VisionResult

GOAL = Expected(67, None, 3)


def result(clock: str = "67:20", *, soccer: bool = True, screen: bool = False) -> VisionResult:
    return VisionResult(soccer, screen, ClockTexts(clock, "NONE", "NONE"))


@pytest.mark.parametrize(
    ("first", "second", "frames"),
    [
        (result(), result(), [25, 75]),
        (result(soccer=False), result(soccer=False), [25, 75]),
        (result("67:20"), result("12:00"), [25, 75]),
        (result(), result(soccer=False), [25, 75, 50]),
        (result(), result(screen=True), [25, 75, 50]),
    ],
)
def test_a_third_frame_is_looked_at_only_when_two_disagree(
    first: VisionResult, second: VisionResult, frames: list[int]
) -> None:
    percents: list[int] = []
    answers = {25: first, 75: second, 50: result()}

    def see(shares: Sequence[int]) -> list[VisionResult]:
        percents.extend(shares)
        return [answers[percent] for percent in shares]

    assert ask_frames(see) == [answers[percent] for percent in frames]
    assert percents == frames


@pytest.mark.parametrize(
    ("results", "outcome"),
    [
        ([result(), result()], "accepted"),
        ([result(soccer=False), result(soccer=False)], "not_football"),
        ([result(soccer=False), result(), result(soccer=False)], "not_football"),
        ([result(soccer=False), result(), result()], "accepted"),
        ([result(screen=True), result(screen=True)], "filmed_screen"),
        ([result(screen=True), result(), result(screen=True)], "filmed_screen"),
        ([result(screen=True), result(), result()], "accepted"),
        ([result("12:00"), result("12:10")], "wrong_minute"),
        ([result("NONE"), result("NONE")], "accepted"),
    ],
)
def test_the_majority_of_looks_decides(results: Sequence[VisionResult], outcome: str) -> None:
    assert judge_clip("a", results, GOAL)["outcome"] == outcome


def test_an_accepted_clip_tells_its_minute() -> None:
    assert judge_clip("a", [result("NONE"), result("68:01")], GOAL) == {
        "clip": "a",
        "outcome": "accepted",
        "verified": True,
        "minute": 68,
        "status": "verified",
    }


def test_the_clock_of_a_frame_that_is_not_football_is_not_read() -> None:
    results = [result(), result("12:00", soccer=False), result("NONE")]
    assert judge_clip("a", results, GOAL)["verified"]


def test_clips_of_the_first_minutes_are_not_those_of_a_late_goal() -> None:
    for clocks in (("06:18", "06:24"), ("04:43", "04:49"), ("0:15", "0:21")):
        verdict = judge_clip("a", [result(clock) for clock in clocks], Expected(90, 3, 3))
        assert verdict["outcome"] == "wrong_minute"


def test_a_fitting_score_excuses_lost_digits() -> None:
    verdict = judge_clip("a", [result("02:36")], Expected(90, 3, 3, score="fits"))
    assert (verdict["outcome"], verdict["status"]) == ("accepted", "unverified")


def test_an_unchecked_clip_is_not_called_anything() -> None:
    assert unchecked("a") == {
        "clip": "a",
        "outcome": "unchecked",
        "verified": False,
        "minute": None,
        "status": "unverified",
    }
