"""Lambda functions of ticks and ingest."""

from datetime import timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from lambdas.finish_tick import handler as finish_tick
from lambdas.ingest_fixtures import handler as ingest_fixtures
from lambdas.plan_tick import handler as plan_tick
from lambdas.poll_batch import handler as poll_batch
from lambdas.retire_fixtures import handler as retire_fixtures
from tests.support.match import FIXTURE, KICKOFF, MESSI, goal
from tests.support.matchday import Matchday

CONTEXT: Any = None
SCHEDULED = "2022-12-18T15:00:00Z"
FUNCTIONS = (finish_tick, ingest_fixtures, plan_tick, poll_batch, retire_fixtures)


@pytest.fixture
def day(database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch) -> Matchday:
    known = Matchday(database)
    for function in FUNCTIONS:
        monkeypatch.setattr(function.container, "__dict__", vars(known.container))
    return known


def test_a_tick_is_planned_polled_and_finished(day: Matchday) -> None:
    day.activate()
    day.play(goal(23))
    event_id = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
    goals: list[Any] = []
    for seconds in (0, 30, 60):
        minute = KICKOFF + timedelta(seconds=seconds - seconds % 60)
        day.watch.time = KICKOFF + timedelta(seconds=seconds)
        plan = plan_tick.handle({"scheduled": minute.isoformat(), "offset": seconds % 60}, CONTEXT)
        assert plan["batches"] == [{"kind": "active", "ids": [FIXTURE]}]
        goals = poll_batch.handle({"tick": plan["tick"], "batch": plan["batches"][0]}, CONTEXT)["goals"]
        assert finish_tick.handle({"tick": plan["tick"]}, CONTEXT) == {"completed": [], "overdue": []}
    about = {"team": "Argentina", "scorer": "L. Messi", "minute": "23", "score": "1-0"}
    assert goals == [{"event_id": event_id, "execution": f"goal-{event_id}", "about": about}]


@pytest.mark.usefixtures("day")
def test_the_way_the_scheduler_writes_a_time_is_read() -> None:
    assert plan_tick.handle({"scheduled": SCHEDULED, "offset": 30}, CONTEXT) == {
        "tick": "monitor-2022-12-18T15:00:30Z",
        "skip": False,
        "batches": [],
    }


def test_fixtures_are_ingested_by_hand(day: Matchday) -> None:
    day.play(status="NS")
    answer = ingest_fixtures.handle({"fixture_ids": [FIXTURE]}, CONTEXT)
    assert (answer["fixtures"], [team["id"] for team in answer["teams"]]) == (1, [26, 2])


def test_an_ingest_creates_the_indexes_that_are_missing(day: Matchday) -> None:
    for _ in range(2):
        ingest_fixtures.handle({"fixture_ids": [FIXTURE]}, CONTEXT)
        assert "completed_at" in day.database["fixtures_completed"].index_information()


def test_old_fixtures_are_retired(day: Matchday) -> None:
    day.put("completed", completed_at=KICKOFF - timedelta(days=30))
    day.bucket.keys.add(f"{FIXTURE}/a.mp4")
    assert retire_fixtures.handle({}, CONTEXT) == {"fixtures": 1, "objects": 1, "more": False}
