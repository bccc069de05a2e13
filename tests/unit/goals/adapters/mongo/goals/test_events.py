from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.core.errors import WriteConflict
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.documents import EventDocument, FixtureDocument
from tests.support.interruptions import before_write

FIXTURE = 7
OLD, NEW = "7_26_154_Goal_1", "7_26_266_Goal_1"
REDIRECT = {"_event_id": OLD, "why": "corrected", "redirect_to": NEW}


def put(database: Database[FixtureDocument], place: str, event_id: str = OLD, **fields: Any) -> None:
    document = {"_id": FIXTURE, "_written": "first", "events": [{"_event_id": event_id, "n": 0}], **fields}
    database[f"fixtures_{place}"].insert_one(cast("FixtureDocument", document))


def count_of(database: Database[FixtureDocument], place: str) -> Any:
    [entry] = database[f"fixtures_{place}"].find()
    return [cast("dict[str, Any]", event)["n"] for event in entry["events"]]


def set_to(n: int) -> dict[str, Any]:
    return {"$set": {"events.$.n": n}}


@pytest.mark.parametrize("place", ["active", "completed", "staging"])
def test_a_goal_is_found_and_written_wherever_its_fixture_is(database: Database[FixtureDocument], place: str) -> None:
    put(database, place)
    events = GoalEvents(database)
    assert events.update(OLD, set_to(1))
    assert count_of(database, place) == [1]
    [document] = database[f"fixtures_{place}"].find()
    assert document["_written"] != "first"


def test_an_old_name_leads_to_the_goal(database: Database[FixtureDocument]) -> None:
    put(database, "active", NEW, _removed_events=[REDIRECT])
    events = GoalEvents(database)
    assert events.update(OLD, set_to(1))
    entry = events.find(OLD)
    assert entry is not None
    assert entry["_event_id"] == NEW


def test_a_guard_that_does_not_hold_keeps_the_goal_as_it_is(database: Database[FixtureDocument]) -> None:
    put(database, "active")
    assert not GoalEvents(database).update(OLD, set_to(1), guard={"n": {"$ne": 0}})
    assert count_of(database, "active") == [0]


def test_a_guard_is_not_asked_of_a_copy(database: Database[FixtureDocument]) -> None:
    put(database, "active")
    put(database, "completed")
    events = GoalEvents(database)
    events.update(OLD, set_to(1))
    assert not events.update(OLD, set_to(2), guard={"n": 0})
    assert count_of(database, "completed") == [0]


def test_a_goal_that_is_gone_is_not_written(database: Database[FixtureDocument]) -> None:
    put(database, "active", _removed_events=[{"_event_id": NEW, "why": "var"}])
    events = GoalEvents(database)
    assert not events.update(NEW, set_to(1))
    assert events.find(NEW) is None
    tombstone = events.tombstone(NEW)
    assert tombstone is not None
    assert tombstone["why"] == "var"


def test_a_tombstone_is_found_under_every_id_the_goal_had(database: Database[FixtureDocument]) -> None:
    put(database, "active", "7_26_1_Goal_1", _removed_events=[REDIRECT, {"_event_id": NEW, "why": "missing"}])
    for event_id in (OLD, NEW):
        tombstone = GoalEvents(database).tombstone(event_id)
        assert tombstone is not None
        assert tombstone["why"] == "missing"


def test_a_goal_that_is_there_or_never_was_has_no_tombstone(database: Database[FixtureDocument]) -> None:
    put(database, "active", NEW, _removed_events=[REDIRECT])
    for event_id in (OLD, NEW, "7_26_1_Goal_1", "8_26_1_Goal_1"):
        assert GoalEvents(database).tombstone(event_id) is None


def test_a_goal_that_is_renamed_meanwhile_is_still_written(database: Database[FixtureDocument]) -> None:
    put(database, "active")

    def rename() -> None:
        change = {"$set": {"events.0._event_id": NEW}, "$push": {"_removed_events": REDIRECT}}
        database["fixtures_active"].find_one_and_update({}, change)

    with before_write(0, rename):
        assert GoalEvents(database).update(OLD, set_to(1))
    assert count_of(database, "active") == [1]


def test_a_goal_that_moves_meanwhile_is_still_written(database: Database[FixtureDocument]) -> None:
    put(database, "active")

    def archive() -> None:
        put(database, "completed")
        database["fixtures_active"].find_one_and_delete({})

    with before_write(0, archive):
        assert GoalEvents(database).update(OLD, set_to(1))
    assert count_of(database, "completed") == [1]


def test_a_goal_that_never_rests_is_given_up_for_now(
    database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    put(database, "active")
    events = GoalEvents(database)
    [fixture] = database["fixtures_active"].find()
    elsewhere = (database["fixtures_completed"], fixture, cast("EventDocument", {"_event_id": OLD}))
    monkeypatch.setattr(events, "_locate", lambda *_: elsewhere)
    with pytest.raises(WriteConflict):
        events.update(OLD, set_to(1))
