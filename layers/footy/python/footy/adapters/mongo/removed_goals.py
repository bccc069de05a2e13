"""Statements on removed goals: objects that are still to be deleted."""

from collections.abc import Iterable

from pymongo import UpdateOne
from pymongo.database import Database

from footy.adapters.mongo.revisions import new_revision
from footy.model.documents import FixtureDocument
from footy.model.ids import fixture_of
from footy.model.places import UNFINISHED, collection_of


class RemovedGoals:
    """The tombstones of all fixtures that are not archived."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in UNFINISHED]

    def objects_waiting(self) -> dict[str, list[str]]:
        """The objects that removed goals left behind, by goal."""
        waiting = {"_removed_events": {"$elemMatch": {"objects.0": {"$exists": True}}}}
        fixtures = [fixture for place in self._places for fixture in place.find(waiting, {"_removed_events": 1})]
        return {
            tombstone["_event_id"]: tombstone["objects"]
            for fixture in fixtures
            for tombstone in fixture["_removed_events"]
            if tombstone.get("objects")
        }

    def objects_gone(self, event_ids: Iterable[str]) -> None:
        """Notes that nothing is left of these goals."""
        updates = [
            UpdateOne(
                {"_id": fixture_of(event_id), "_removed_events._event_id": event_id},
                {"$unset": {"_removed_events.$.objects": ""}, "$set": new_revision()},
            )
            for event_id in event_ids
        ]
        for place in self._places:
            if updates:
                place.bulk_write(updates, ordered=False)
