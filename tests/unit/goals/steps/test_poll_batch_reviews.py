"""Reviews of clips after changes of their goals (D23)."""

import json
from typing import Any

import pytest

from footy.goals.clips.assignment.match_facts import facts_of_match
from footy.goals.clips.takedown import takedown_mark
from tests.support.clips import stored
from tests.support.match import FIXTURE, MESSI, goal
from tests.support.matchday import Matchday

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"


def with_clips(day: Matchday, clips: str = "_s3_videos") -> None:
    """The only goal has a clip, judged by the current facts."""
    mark = facts_of_match(day.fixture()).mark
    day.database["fixtures_active"].update_one(
        {"_id": FIXTURE}, {"$set": {f"events.0.{clips}": [stored("a")], "_clips_judged": mark}}
    )


def reviews_requested(day: Matchday) -> list[Any]:
    return [json.loads(letter.body) for letter in day.uploads.letters]


@pytest.fixture
def goal_with_clip(active_day: Matchday) -> Matchday:
    active_day.play(goal(23))
    active_day.tick(0)
    with_clips(active_day)
    return active_day


@pytest.mark.parametrize("rows", [[goal(24)], [goal(23), goal(24)]])
def test_changed_goals_request_a_review(goal_with_clip: Matchday, rows: Any) -> None:
    goal_with_clip.play(*rows)
    goal_with_clip.tick(30)
    [letter] = goal_with_clip.uploads.letters
    assert letter.group == GOAL_ID
    assert json.loads(letter.body) == {
        "event_id": GOAL_ID,
        "judged_by": facts_of_match(goal_with_clip.fixture()).mark,
    }


def test_a_fixture_without_clips_has_nothing_to_judge(active_day: Matchday) -> None:
    active_day.play(goal(23))
    active_day.tick(0)
    active_day.play(goal(24))
    active_day.tick(30)
    active_day.tick(60)
    assert reviews_requested(active_day) == []


def test_a_failed_request_is_repeated_by_the_next_tick(goal_with_clip: Matchday) -> None:
    goal_with_clip.play(goal(24))
    goal_with_clip.uploads.unreachable = True
    goal_with_clip.tick(30)
    goal_with_clip.tick(60)
    goal_with_clip.uploads.unreachable = False
    goal_with_clip.tick(90)
    assert len(reviews_requested(goal_with_clip)) == 1


def test_a_correction_in_the_archiving_tick_is_reviewed(goal_with_clip: Matchday) -> None:
    goal_with_clip.database["fixtures_active"].update_one(
        {"_id": FIXTURE}, {"$set": {"events.0._monitor_complete": True, "events.0._download_complete": True}}
    )
    goal_with_clip.play(goal(23), status="FT", winner=True)
    goal_with_clip.tick(30)
    goal_with_clip.tick(60)
    goal_with_clip.play(goal(24), status="FT", winner=True)
    goal_with_clip.tick(90)
    assert goal_with_clip.where() == ["completed"]
    [letter] = reviews_requested(goal_with_clip)
    assert letter["judged_by"] == facts_of_match(goal_with_clip.fixture()).mark


class TestTakedowns:
    """Objects of goals that are removed or come back (G11, G12)."""

    def test_a_removed_goal_requests_it_until_objects_have_moved(self, goal_with_clip: Matchday) -> None:
        goal_with_clip.play()
        for seconds in (30, 60):
            goal_with_clip.tick(seconds)
        assert goal_with_clip.takedowns.letters == []
        goal_with_clip.takedowns.unreachable = True
        goal_with_clip.tick(90)
        goal_with_clip.takedowns.unreachable = False
        goal_with_clip.tick(120)
        [letter] = goal_with_clip.takedowns.letters
        assert json.loads(letter.body) == {"fixture_ids": [FIXTURE]}
        goal_with_clip.container.taken_down_clips.note(FIXTURE, takedown_mark(goal_with_clip.fixture()))
        goal_with_clip.tick(150)
        assert len(goal_with_clip.takedowns.letters) == 1

    def test_a_goal_that_comes_back_requests_it(self, goal_with_clip: Matchday) -> None:
        goal_with_clip.play()
        for seconds in (30, 60, 90):
            goal_with_clip.tick(seconds)
        goal_with_clip.container.taken_down_clips.note(FIXTURE, takedown_mark(goal_with_clip.fixture()))
        goal_with_clip.takedowns.letters.clear()
        goal_with_clip.play(goal(23))
        goal_with_clip.tick(120)
        assert len(goal_with_clip.takedowns.letters) == 1
