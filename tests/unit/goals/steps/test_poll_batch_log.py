"""Log lines of polls (W2)."""

from typing import Any

import pytest

from footy.goals.adapters.mongo.fixtures.active import Active, Applied
from tests.support.interruptions import before_write
from tests.support.match import FIXTURE, KICKOFF, MESSI, goal
from tests.support.matchday import Matchday

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
SEARCH = f"goal-{GOAL_ID}"
Lines = list[tuple[str, dict[str, Any]]]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    lines: Lines = []
    monkeypatch.setattr("footy.goals.steps.poll_batch.log_info", lambda action, **facts: lines.append((action, facts)))
    return lines


class TestLog:
    def test_a_poll_names_the_fixtures_that_were_answered(self, day: Matchday, lines: Lines) -> None:
        day.activate(1, 2)
        day.play(fixture_id=1)
        day.tick(0)
        assert lines == [("polled", {"kind": "active", "ids": [1]})]

    def test_a_goal_that_is_missed_and_one_that_is_back_are_told(self, active_day: Matchday, lines: Lines) -> None:
        for seconds, rows in ((0, [goal(23)]), (30, []), (60, [goal(23)])):
            active_day.play(*rows)
            active_day.tick(seconds)
        assert [line for line in lines if line[0] != "polled"] == [
            ("goal_discovered", {"event_id": GOAL_ID}),
            ("goal_missed", {"event_id": GOAL_ID, "misses": 1}),
            ("goal_seen_again", {"event_id": GOAL_ID, "misses": 1}),
        ]

    def test_a_repeated_decision_is_logged_once(self, day: Matchday, lines: Lines) -> None:
        day.activate(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        plan, room = day.plan(KICKOFF), day.database["fixtures_active"]
        with before_write(1, lambda: room.update_one({"_id": 2}, {"$set": {"_written": "by another"}})):
            day.poll(plan["tick"], plan["batches"][0])
        assert lines[1:] == [
            ("goal_discovered", {"event_id": f"{fixture_id}_26_{MESSI.id}_Goal_1"}) for fixture_id in (1, 2)
        ]

    def test_what_was_not_written_is_not_told(self, active_day: Matchday, lines: Lines) -> None:
        active_day.play(goal(23))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Active, "apply", lambda *_: Applied(complete=False, broken={}))
            active_day.tick(0)
        assert [action for action, _ in lines] == ["polled"]
