"""Poll of active fixtures: failures, retries and conflicts (F13, F16, F18)."""

from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import uuid4

import httpx
import pytest
from pymongo.collection import Collection

from footy.core.errors import AccessDenied, FootyError, QuotaExhausted, RateLimited, UpstreamUnavailable
from footy.goals.adapters.mongo.fixtures.active import Active, Applied
from tests.support.api_football import envelope
from tests.support.interruptions import before_write
from tests.support.match import KICKOFF, UNKNOWN_SCORER, goal
from tests.support.matchday import Matchday, tick_after


class TestFailedPolls:
    @pytest.mark.parametrize(
        ("failure", "error"),
        [
            (httpx.Response(500), UpstreamUnavailable),
            (httpx.Response(429), RateLimited),
            (httpx.Response(200, json=envelope(errors={"requests": "limit"})), QuotaExhausted),
            (httpx.Response(200, json=envelope(errors={"access": "suspended"})), AccessDenied),
            (httpx.Response(200, text="<html>"), UpstreamUnavailable),
        ],
    )
    def test_nothing_is_counted_as_missing(
        self, active_day: Matchday, failure: httpx.Response, error: type[FootyError]
    ) -> None:
        active_day.play(goal(23))
        active_day.tick(0)
        before = active_day.fixture()
        active_day.answers.failure = failure
        with pytest.raises(error):
            active_day.tick(30)
        assert active_day.fixture() == before

    def test_a_fixture_that_is_left_out_was_not_polled(self, day: Matchday) -> None:
        day.activate(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        day.tick(0)
        del day.answers.entries[2]
        day.play(fixture_id=1)
        day.tick(30)
        dropped = {fixture_id: day.fixture(fixture_id)["events"][0]["_drop_workflows"] for fixture_id in (1, 2)}
        assert dropped == {1: [tick_after(30)], 2: []}

    @pytest.mark.parametrize("strange", [{"lineups": 2**80}, {"statistics": "\ud800"}])
    def test_what_the_database_cannot_hold_harms_only_its_fixture(self, day: Matchday, strange: dict[str, Any]) -> None:
        day.activate(1, 2)
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        day.answers.entries[1] |= strange
        day.tick(0)
        assert [len(day.fixture(fixture_id)["events"]) for fixture_id in (1, 2)] == [0, 1]

    @pytest.mark.parametrize("damage", [{"events": [{"_event_id": "1_2_3_Goal_1"}]}, {"_removed_events": 3}])
    def test_a_damaged_fixture_does_not_stop_the_others(
        self, day: Matchday, counted: Counter[str], damage: dict[str, Any]
    ) -> None:
        day.activate(1, 2)
        day.database["fixtures_active"].update_one({"_id": 1}, {"$set": damage})
        for fixture_id in (1, 2):
            day.play(goal(23), fixture_id=fixture_id)
        plan = day.plan(KICKOFF)
        day.poll(plan["tick"], plan["batches"][0])
        assert len(day.fixture(2)["events"]) == 1
        assert counted["FixturesFailed"] == 1


class TestPolls:
    def test_a_retried_tick_changes_nothing(self, active_day: Matchday) -> None:
        active_day.play(goal(23), goal(40, UNKNOWN_SCORER))
        plan = active_day.plan(KICKOFF)
        active_day.poll(plan["tick"], plan["batches"][0])
        before = active_day.fixture()
        active_day.poll(plan["tick"], plan["batches"][0])
        assert active_day.fixture() == before

    def test_what_a_search_writes_meanwhile_is_kept(self, active_day: Matchday) -> None:
        active_day.play(goal(23))
        active_day.tick(0)
        plan = active_day.plan(KICKOFF, 30)
        with before_write(1, active_day.open_search):
            active_day.poll(plan["tick"], plan["batches"][0])
        assert active_day.goal["_monitor_complete"] is True
        assert active_day.fixture()["_last_monitor"] == KICKOFF + timedelta(seconds=30)

    def test_only_written_changes_of_goals_are_logged(
        self, active_day: Matchday, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        actions: list[str] = []
        monkeypatch.setattr("footy.goals.steps.poll_batch.log_info", lambda action, **_: actions.append(action))
        active_day.play(goal(23))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Active, "apply", lambda *_: Applied(complete=False, broken={}))
            active_day.tick(0)
        active_day.tick(30)
        active_day.tick(60)
        assert actions == ["polled", "polled", "goal_discovered", "polled"]

    def test_a_fixture_that_never_rests_is_given_up_for_this_tick(self, active_day: Matchday) -> None:
        active_day.play(goal(23))
        plan = active_day.plan(KICKOFF)
        restless = active_day.database["fixtures_active"]
        with pytest.MonkeyPatch.context() as patch:
            write = Collection.bulk_write

            def first_somebody_else(room: Collection[Any], *arguments: Any, **named: Any) -> Any:
                restless.find_one_and_update({}, {"$set": {"_written": uuid4().hex}})
                return write(room, *arguments, **named)

            patch.setattr(Collection, "bulk_write", first_somebody_else)
            assert active_day.poll(plan["tick"], plan["batches"][0]) == []
        assert active_day.goals == []
