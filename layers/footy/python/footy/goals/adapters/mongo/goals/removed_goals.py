"""Adapter of removed goals: their objects and tombstones."""

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
    """Tombstones of all fixtures, archived ones too."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in FIXTURE_COLLECTIONS]

    def kept_since(self, moment: datetime) -> dict[str, list[str]]:
        """Return the objects, by goal, of goals removed before then and still kept."""
        old = {"_removed_events": {"$elemMatch": {"at": {"$lte": moment}, "objects": {"$exists": True}}}}
        fixtures = [fixture for collection in self._collections for fixture in collection.find(old, NAMED)]
        return {
            tombstone["_event_id"]: tombstone["objects"]
            for fixture in fixtures
            for tombstone in fixture["_removed_events"]
            if "objects" in tombstone and tombstone["at"] <= moment
        }

    def forget(self, event_ids: Iterable[str]) -> None:
        """Reduce tombstones to id, reason and share links."""
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
        for collection in self._collections:
            if updates:
                collection.bulk_write(updates, ordered=False)
