from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.adapters.mongo.removed_goals import RemovedGoals
from footy.adapters.mongo.revisions import new_revision
from footy.model.documents import FixtureDocument
from tests.unit.fixtures.builders import FIXTURE, KICKOFF, document


@pytest.mark.parametrize("place", ["active", "staging"])
def test_objects_of_removed_goals_wait_until_they_are_gone(database: Database[FixtureDocument], place: str) -> None:
    gone = f"{FIXTURE}_26_154_Goal_1"
    tombstones = [
        {"_event_id": "corrected", "at": KICKOFF, "why": "corrected", "redirect_to": gone},
        {"_event_id": gone, "at": KICKOFF, "why": "var", "objects": ["a.mp4", "b.mp4"], "share_ids": ["s"]},
    ]
    known = {**document(_removed_events=tombstones), **new_revision()}
    database[f"fixtures_{place}"].insert_one(cast("FixtureDocument", known))
    removed_goals = RemovedGoals(database)
    assert removed_goals.objects_waiting() == {gone: ["a.mp4", "b.mp4"]}
    removed_goals.objects_gone([gone])
    assert removed_goals.objects_waiting() == {}
    kept = [tombstones[0], {"_event_id": gone, "at": KICKOFF, "why": "var", "share_ids": ["s"]}]
    [after] = database[f"fixtures_{place}"].find()
    assert cast("Any", after["_removed_events"]) == kept
    assert after["_written"] != known["_written"]
