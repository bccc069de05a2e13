"""What alarms listen to is counted when it happens, as often as it happens."""

from datetime import timedelta

import pytest

from footy.core import telemetry
from footy.goals.services import goal_completion
from footy.goals.steps import poll_batch, upload_batch
from tests.support.clips import fetched
from tests.support.goals import goal as clip_goal
from tests.support.goals import insert
from tests.support.match import FIXTURE, KICKOFF
from tests.support.matchday import Matchday
from tests.support.searches import after
from tests.support.uploads import Stage
from tests.unit.goals.steps.one_search import Search


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The metrics that were counted."""
    told: dict[str, float] = {}
    for room in (goal_completion, poll_batch, upload_batch, telemetry):
        monkeypatch.setattr(room, "count", lambda name, value=1: told.update({name: told.get(name, 0) + value}))
    return told


def test_clips_that_cannot_be_used(stage: Stage, counted: dict[str, float]) -> None:
    insert(stage.database, clip_goal())
    odd = {"hash_version": "dhash-99"}
    stage.deliver(fetched("a", **odd), fetched("b", **odd), fetched("c"))
    assert counted["ClipsUnusable"] == 2


def test_a_fixture_that_cannot_be_decided(day: Matchday, counted: dict[str, float]) -> None:
    day.watched(FIXTURE)
    day.play(status="2H")
    day.database["fixtures_active"].update_one({"_id": FIXTURE}, {"$set": {"events": "no list"}})
    day.watch.time = KICKOFF
    plan = day.plan(KICKOFF)
    day.poll(plan["tick"], plan["batches"][0])
    assert counted["FixturesFailed"] == 1


def test_a_fixture_that_cannot_be_written(counted: dict[str, float]) -> None:
    poll_batch._report_failure(FIXTURE, "too large")
    assert counted == {"FixturesFailed": 1}


def test_a_goal_that_is_closed_at_its_deadline(opened: Search, counted: dict[str, float]) -> None:
    opened.clock.moment = after(timedelta(minutes=30).total_seconds())
    opened.complete()
    assert counted == {"GoalsOverdue": 1}
