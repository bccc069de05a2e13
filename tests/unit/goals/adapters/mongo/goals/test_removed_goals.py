from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.fixtures.revisions import new_revision
from footy.goals.adapters.mongo.goals.removed_goals import RemovedGoals
from footy.goals.model.documents import FixtureDocument
from tests.support.match import FIXTURE, KICKOFF, document


@pytest.mark.parametrize("place", ["active", "staging", "completed"])
def test_what_removed_goals_keep_is_forgotten_for_good(database: Database[FixtureDocument], place: str) -> None:
    gone = f"{FIXTURE}_26_154_Goal_1"
    tombstones = [
        {"_event_id": "corrected", "at": KICKOFF, "why": "corrected", "redirect_to": gone},
        {"_event_id": gone, "at": KICKOFF, "why": "var", "objects": ["a.mp4", "b.mp4"], "share_ids": ["s"]},
    ]
    known = {**document(_removed_events=tombstones), **new_revision()}
    database[f"fixtures_{place}"].insert_one(cast("FixtureDocument", known))
    removed_goals = RemovedGoals(database)
    assert removed_goals.kept_since(KICKOFF - timedelta(seconds=1)) == {}
    assert removed_goals.kept_since(KICKOFF) == {gone: ["a.mp4", "b.mp4"]}
    removed_goals.forget([gone])
    assert removed_goals.kept_since(KICKOFF) == {}
    kept = [tombstones[0], {"_event_id": gone, "at": KICKOFF, "why": "var", "share_ids": ["s"]}]
    [after] = database[f"fixtures_{place}"].find()
    assert cast("Any", after["_removed_events"]) == kept
    assert after["_written"] != known["_written"]
