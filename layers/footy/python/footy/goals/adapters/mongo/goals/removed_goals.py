"""Statements on removed goals: what they kept for a day is given up."""

from collections.abc import Iterable
from datetime import datetime

from pymongo import UpdateOne
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import new_revision
from footy.goals.model.collections import FIXTURE_COLLECTIONS, collection_of
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import fixture_of

FORGOTTEN = {"_removed_events.$.objects": "", "_removed_events.$.goal": ""}
NAMED = {"_removed_events._event_id": 1, "_removed_events.at": 1, "_removed_events.objects": 1}


@translate_errors
class RemovedGoals:
    """The tombstones of all fixtures, archived ones too."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in FIXTURE_COLLECTIONS]

    def kept_since(self, moment: datetime) -> dict[str, list[str]]:
        """The objects of goals that were removed before that moment and are still kept, by goal."""
        old = {"_removed_events": {"$elemMatch": {"at": {"$lte": moment}, "objects": {"$exists": True}}}}
        fixtures = [fixture for place in self._places for fixture in place.find(old, NAMED)]
        return {
            stone["_event_id"]: stone["objects"]
            for fixture in fixtures
            for stone in fixture["_removed_events"]
            if "objects" in stone and stone["at"] <= moment
        }

    def forget(self, event_ids: Iterable[str]) -> None:
        """Nothing is left of these goals but their ids, the reason, and their share links."""
        updates = [
            UpdateOne(
                {
                    "_id": fixture_of(event_id),
                    "_removed_events": {"$elemMatch": {"_event_id": event_id, "objects": {"$exists": True}}},
                },
                {"$unset": FORGOTTEN, "$set": new_revision()},
            )
            for event_id in event_ids
        ]
        for place in self._places:
            if updates:
                place.bulk_write(updates, ordered=False)
