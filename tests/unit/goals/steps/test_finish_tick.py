"""Closing, archiving and overdue fixtures at the end of a tick (F22 to F25, F27, S8)."""

from collections import Counter
from datetime import timedelta

import pytest

from footy.core.errors import UpstreamUnavailable
from footy.goals.fixtures.rows import Player
from footy.goals.model.collections import CollectionName
from tests.support.interruptions import before_write
from tests.support.match import FIXTURE, KICKOFF, MESSI, UNKNOWN_SCORER, goal
from tests.support.matchday import Matchday, tick_after

HOUR = 60 * 60
GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"


class TestFinishing:
    @pytest.mark.parametrize("winner", [True, None])
    def test_three_terminal_ticks_archive_a_fixture(self, day: Matchday, winner: bool | None) -> None:  # noqa: FBT001
        day.activate()
        day.play(status="FT", winner=winner)
        places = []
        for seconds in (0, 30, 60):
            day.tick(seconds)
            places += day.where()
        assert places == ["active", "active", "completed"]
        assert day.fixture()["completed_at"] == KICKOFF + timedelta(minutes=1)
        assert day.database["fixtures_live"].count_documents({}) == 0

    def test_a_goal_holds_its_fixture_until_it_is_complete(self, day: Matchday) -> None:
        day.activate()
        day.play(goal(90), status="FT", winner=True)
        for seconds in (0, 30, 60):
            day.tick(seconds)
        day.open_search()
        day.tick(90)
        assert day.where() == ["active"]
        day.complete_downloads()
        day.tick(120)
        assert day.where() == ["completed"]

    def test_a_goal_during_archiving_is_not_lost(self, day: Matchday) -> None:
        day.activate(status="FT", _terminal_ticks=[tick_after(n) for n in (0, 30, 60)])
        plan = day.plan(KICKOFF + timedelta(minutes=20))
        day.play(goal(90), status="2H")
        with before_write(0, lambda: day.poll(plan["tick"], plan["batches"][0])):
            day.finish(plan["tick"])
        assert day.where() == ["active"]
        assert day.goal["_event_id"] == GOAL_ID

    @pytest.mark.parametrize(("scorer", "goals"), [(MESSI, 1), (UNKNOWN_SCORER, 0)])
    def test_never_opened_goals_with_a_scorer_are_counted(
        self, day: Matchday, counted: Counter[str], scorer: Player, goals: int
    ) -> None:
        day.activate()
        day.play(goal(23, scorer))
        day.tick(0)
        day.tick(121 * 60)
        assert counted["GoalsNeverOpened"] == goals

    def test_the_sweep_completes_what_the_last_upload_did_not(self, day: Matchday) -> None:
        day.activate()
        day.play(goal(23))
        for seconds in (0, 30, 60):
            day.tick(seconds)
        day.open_search()
        ten = [f"download{n}" for n in range(1, 11)]
        done = {"events.$._download_workflows": ten, "events.$._finished_downloads": ten}
        day.events.update(GOAL_ID, {"$set": done})
        day.tick(90)
        assert day.goal["_telemetry"]["completed_because"] == "downloads_finished"

    def test_a_damaged_fixture_holds_no_other_up(self, day: Matchday) -> None:
        day.activate(1, 2)
        damage = {"events": [{"_monitor_complete": True, "_download_complete": False, "_event_id": "1_2_3_Goal_1"}]}
        day.database["fixtures_active"].update_one({"_id": 1}, {"$set": damage})
        for fixture_id in (1, 2):
            day.play(fixture_id=fixture_id, status="FT")
        for seconds in (0, 30, 60):
            day.tick(seconds)
        assert (day.where(1), day.where(2)) == (["active"], ["completed"])


class TestOverdue:
    """Nothing new for half an hour, five hours after kick-off."""

    @pytest.mark.parametrize(("status", "place"), [("2H", "completed"), ("NS", "staging")])
    def test_a_fixture_without_an_end_leaves(self, day: Matchday, status: str, place: CollectionName) -> None:
        day.activate()
        day.play(status=status)
        day.tick(0)
        day.tick(5 * HOUR - 60)
        assert day.where() == ["active"]
        day.tick(5 * HOUR)
        assert day.where() == [place]

    def test_its_goals_are_counted_with_all_that_came_of_them(self, day: Matchday, counted: Counter[str]) -> None:
        day.activate()
        day.play(goal(90))
        for seconds in (4 * HOUR, 4 * HOUR + 30, 4 * HOUR + 60):
            day.tick(seconds)
        day.open_search()
        day.complete_downloads()
        downloads = {"events.0._telemetry.downloads": [{"id": "d", "outcomes": {"new": 2, "filmed_screen": 3}}]}
        day.database["fixtures_active"].update_one({"_id": FIXTURE}, {"$set": downloads})
        day.tick(5 * HOUR)
        assert day.where() == ["completed"]
        assert (counted["GoalsArchived"], counted["ClipsPublished"], counted["ClipsRejected"]) == (1, 2, 3)


class TestBeingCounted:
    """An alarm fires when no tick finishes, so only finished ticks are counted."""

    def test_a_tick_that_came_to_its_end_is_counted(self, day: Matchday, counted: Counter[str]) -> None:
        day.tick(0)
        day.tick(30)
        assert counted["TicksFinished"] == 2

    def test_one_that_failed_is_not(
        self, day: Matchday, counted: Counter[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        plan = day.plan(KICKOFF)
        monkeypatch.setattr("footy.goals.steps.finish_tick.close_goals", no_answer)
        with pytest.raises(UpstreamUnavailable):
            day.finish(plan["tick"])
        assert not counted["TicksFinished"]


def no_answer(*_: object) -> None:
    raise UpstreamUnavailable("no answer")
