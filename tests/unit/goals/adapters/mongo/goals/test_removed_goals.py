from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.fixtures.revisions import new_revision
from footy.goals.adapters.mongo.goals.removed_goals import RemovedGoals
from footy.goals.model.documents import FixtureDocument
from tests.support.match import FIXTURE, KICKOFF, document


@pytest.mark.parametrize("place", ["active", "staging", "completed"])
def test_objects_of_removed_goals_are_forgotten(database: Database[FixtureDocument], place: str) -> None:
    expired = f"{FIXTURE}_26_154_Goal_1"
    tombstones = [
        {"_event_id": "corrected", "at": KICKOFF, "why": "corrected", "redirect_to": expired},
        {"_event_id": expired, "at": KICKOFF, "why": "var", "objects": ["a.mp4", "b.mp4"], "share_ids": ["s"]},
    ]
    fixture = {**document(_removed_events=tombstones), **new_revision()}
    database[f"fixtures_{place}"].insert_one(cast("FixtureDocument", fixture))
    removed_goals = RemovedGoals(database)
    assert removed_goals.kept_since(KICKOFF - timedelta(seconds=1)) == {}
    assert removed_goals.kept_since(KICKOFF) == {expired: ["a.mp4", "b.mp4"]}
    removed_goals.forget([expired])
    assert removed_goals.kept_since(KICKOFF) == {}
    recent = [tombstones[0], {"_event_id": expired, "at": KICKOFF, "why": "var", "share_ids": ["s"]}]
    [after] = database[f"fixtures_{place}"].find()
    assert cast("Any", after["_removed_events"]) == recent
    assert after["_written"] != fixture["_written"]
