from collections.abc import Sequence
from datetime import timedelta
from typing import Any, cast

import pytest
from footy.adapters.mongo.unfinished import Over, Unfinished
from pymongo.database import Database

from footy.adapters.mongo.revisions import new_revision
from footy.model.documents import EventDocument, FixtureDocument
from tests.unit.fixtures.builders import FIXTURE, KICKOFF, Match, document, goal

NOW = KICKOFF + timedelta(minutes=40)


def event(**fields: Any) -> EventDocument:
    match = Match()
    match.poll(goal(23))
    match.change(**{"_monitor_complete": True, "_telemetry": {"opened_at": KICKOFF}, **fields})
    return match.event


def put(database: Database[FixtureDocument], home: str, events: Sequence[EventDocument], **fields: Any) -> None:
    known = {**document(events=list(events)), **new_revision(), **fields}
    database[f"fixtures_{home}"].insert_one(cast("FixtureDocument", known))


def stored(database: Database[FixtureDocument], home: str) -> FixtureDocument:
    [found] = database[f"fixtures_{home}"].find()
    return found


@pytest.mark.parametrize("home", ["active", "staging"])
def test_a_goal_is_closed_wherever_it_waits(database: Database[FixtureDocument], home: str) -> None:
    put(database, home, [event(), event(_event_id="another", _download_complete=True)])
    sweeps = Unfinished(database)
    before = stored(database, home)["_written"]
    [goal_open] = sweeps.open_goals()
    assert sweeps.complete([Over(goal_open, "deadline")], NOW) == 1
    after = stored(database, home)
    assert after["events"][0]["_download_complete"] is True
    assert after["events"][0]["_telemetry"] == {
        "opened_at": KICKOFF,
        "completed_at": NOW,
        "completed_because": "deadline",
    }
    assert after["_written"] != before
    assert sweeps.open_goals() == []


def test_a_goal_that_was_never_searched_for_is_not_open(database: Database[FixtureDocument]) -> None:
    put(database, "active", [event(_monitor_complete=False)])
    assert Unfinished(database).open_goals() == []


def test_a_download_that_was_registered_meanwhile_keeps_the_goal_open(database: Database[FixtureDocument]) -> None:
    put(database, "active", [event()])
    sweeps = Unfinished(database)
    read = sweeps.open_goals()
    database["fixtures_active"].update_one({}, {"$push": {"events.0._download_workflows": "download11"}})
    assert sweeps.complete([Over(goal, "downloads_finished") for goal in read], NOW) == 0


def test_a_goal_is_closed_once(database: Database[FixtureDocument]) -> None:
    put(database, "active", [event()])
    sweeps = Unfinished(database)
    read = [Over(goal, "deadline") for goal in sweeps.open_goals()]
    assert sweeps.complete(read, NOW) == 1
    assert sweeps.complete(read, NOW + timedelta(minutes=1)) == 0
    assert sweeps.complete([], NOW) == 0


@pytest.mark.parametrize("home", ["active", "staging"])
def test_objects_of_removed_goals_wait_until_they_are_gone(database: Database[FixtureDocument], home: str) -> None:
    gone = f"{FIXTURE}_26_154_Goal_1"
    tombstones = [
        {"_event_id": "corrected", "at": NOW, "why": "corrected", "redirect_to": gone},
        {"_event_id": gone, "at": NOW, "why": "var", "objects": ["a.mp4", "b.mp4"], "share_ids": ["s"]},
    ]
    put(database, home, [], _removed_events=tombstones)
    sweeps = Unfinished(database)
    assert sweeps.objects_waiting() == {gone: ["a.mp4", "b.mp4"]}
    sweeps.objects_gone([gone])
    assert sweeps.objects_waiting() == {}
    kept = [tombstones[0], {"_event_id": gone, "at": NOW, "why": "var", "share_ids": ["s"]}]
    assert stored(database, home)["_removed_events"] == kept
