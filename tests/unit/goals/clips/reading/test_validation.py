"""From looks at single frames to a verdict on a clip."""

from collections.abc import Sequence

import pytest

from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.validation import Expected, ask_frames, judge_clip, unchecked
from footy.goals.clips.reading.vision_result import VisionResult

GOAL = Expected(67, None, 3)


def look(clock: str = "67:20", *, soccer: bool = True, screen: bool = False) -> VisionResult:
    return VisionResult(soccer, screen, ClockTexts(clock, "NONE", "NONE"))


@pytest.mark.parametrize(
    ("first", "second", "frames"),
    [
        (look(), look(), [25, 75]),
        (look(soccer=False), look(soccer=False), [25, 75]),
        (look("67:20"), look("12:00"), [25, 75]),
        (look(), look(soccer=False), [25, 75, 50]),
        (look(), look(screen=True), [25, 75, 50]),
    ],
)
def test_a_third_frame_is_looked_at_only_when_two_disagree(
    first: VisionResult, second: VisionResult, frames: list[int]
) -> None:
    asked: list[int] = []
    answers = {25: first, 75: second, 50: look()}

    def see(shares: Sequence[int]) -> list[VisionResult]:
        asked.extend(shares)
        return [answers[percent] for percent in shares]

    assert ask_frames(see) == [answers[percent] for percent in frames]
    assert asked == frames


@pytest.mark.parametrize(
    ("looks", "outcome"),
    [
        ([look(), look()], "accepted"),
        ([look(soccer=False), look(soccer=False)], "not_football"),
        ([look(soccer=False), look(), look(soccer=False)], "not_football"),
        ([look(soccer=False), look(), look()], "accepted"),
        ([look(screen=True), look(screen=True)], "filmed_screen"),
        ([look(screen=True), look(), look(screen=True)], "filmed_screen"),
        ([look(screen=True), look(), look()], "accepted"),
        ([look("12:00"), look("12:10")], "wrong_minute"),
        ([look("NONE"), look("NONE")], "accepted"),
    ],
)
def test_the_majority_of_looks_decides(looks: Sequence[VisionResult], outcome: str) -> None:
    assert judge_clip("a", looks, GOAL)["outcome"] == outcome


def test_an_accepted_clip_tells_its_minute() -> None:
    assert judge_clip("a", [look("NONE"), look("68:01")], GOAL) == {
        "clip": "a",
        "outcome": "accepted",
        "verified": True,
        "minute": 68,
        "status": "verified",
    }


def test_the_clock_of_a_frame_that_is_not_football_is_not_read() -> None:
    looks = [look(), look("12:00", soccer=False), look("NONE")]
    assert judge_clip("a", looks, GOAL)["verified"]


def test_clips_of_the_first_minutes_are_not_those_of_a_late_goal() -> None:
    for clocks in (("06:18", "06:24"), ("04:43", "04:49"), ("0:15", "0:21")):
        verdict = judge_clip("a", [look(clock) for clock in clocks], Expected(90, 3, 3))
        assert verdict["outcome"] == "wrong_minute"


def test_a_fitting_score_excuses_lost_digits() -> None:
    verdict = judge_clip("a", [look("02:36")], Expected(90, 3, 3, score="fits"))
    assert (verdict["outcome"], verdict["status"]) == ("accepted", "unverified")


def test_an_unchecked_clip_is_not_called_anything() -> None:
    assert unchecked("a") == {
        "clip": "a",
        "outcome": "unchecked",
        "verified": False,
        "minute": None,
        "status": "unverified",
    }
