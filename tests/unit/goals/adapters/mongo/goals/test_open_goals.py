from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.fixtures.revisions import new_revision
from footy.goals.adapters.mongo.goals.open_goals import CompletedGoal, UnfinishedGoals
from footy.goals.model.documents import EventDocument, FixtureDocument
from tests.support.match import KICKOFF, Match, document, goal

NOW = KICKOFF + timedelta(minutes=40)


def event(**fields: Any) -> EventDocument:
    match = Match()
    match.poll(goal(23))
    match.change(**{"_monitor_complete": True, "_telemetry": {"opened_at": KICKOFF}, **fields})
    return match.event


def put(database: Database[FixtureDocument], place: str, events: Sequence[EventDocument], **fields: Any) -> None:
    stored_document = {**document(events=list(events)), **new_revision(), **fields}
    database[f"fixtures_{place}"].insert_one(cast("FixtureDocument", stored_document))


def stored(database: Database[FixtureDocument], place: str) -> FixtureDocument:
    [fixture] = database[f"fixtures_{place}"].find()
    return fixture


@pytest.mark.parametrize("place", ["active", "staging"])
def test_a_goal_is_closed_wherever_it_waits(database: Database[FixtureDocument], place: str) -> None:
    put(database, place, [event(), event(_event_id="another", _download_complete=True)])
    open_goals = UnfinishedGoals(database)
    before = stored(database, place)["_written"]
    [goal_open] = open_goals.find()
    assert open_goals.complete([CompletedGoal(goal_open, "deadline")], NOW) == 1
    after = stored(database, place)
    assert after["events"][0]["_download_complete"] is True
    assert after["events"][0]["_telemetry"] == {
        "opened_at": KICKOFF,
        "completed_at": NOW,
        "completed_because": "deadline",
    }
    assert after["_written"] != before
    assert open_goals.find() == []


def test_a_new_download_keeps_the_goal_open(database: Database[FixtureDocument]) -> None:
    put(database, "active", [event()])
    open_goals = UnfinishedGoals(database)
    read = open_goals.find()
    database["fixtures_active"].update_one({}, {"$push": {"events.0._download_workflows": "download11"}})
    assert open_goals.complete([CompletedGoal(goal, "downloads_finished") for goal in read], NOW) == 0


def test_a_goal_is_closed_once(database: Database[FixtureDocument]) -> None:
    put(database, "active", [event()])
    open_goals = UnfinishedGoals(database)
    read = [CompletedGoal(goal, "deadline") for goal in open_goals.find()]
    assert open_goals.complete(read, NOW) == 1
    assert open_goals.complete(read, NOW + timedelta(minutes=1)) == 0
    assert open_goals.complete([], NOW) == 0
