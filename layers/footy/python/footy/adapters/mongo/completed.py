"""Statements on `fixtures_completed`: the archive."""

from collections.abc import Collection
from datetime import datetime

from pymongo.database import Database

from footy.adapters.mongo.failures import translates_failures
from footy.adapters.mongo.outlines import OUTLINE
from footy.adapters.mongo.revisions import quiet_revision, unwritten
from footy.model.documents import FixtureDocument
from footy.model.places import collection_of


@translates_failures
class Completed:
    """Kept for a while, then gone, the oldest first."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._fixtures = database[collection_of("completed")]

    def outlines(self, ids: Collection[int]) -> list[FixtureDocument]:
        """Those of these ids, without what the API says."""
        return list(self._fixtures.find({"_id": {"$in": list(ids)}}, OUTLINE))

    def archived_since(self, moment: datetime) -> list[FixtureDocument]:
        """The outlines of those that have been here for no longer than that."""
        return list(self._fixtures.find({"completed_at": {"$gte": moment}}, OUTLINE))

    def results(self, ids: Collection[int]) -> list[FixtureDocument]:
        """How those of these ids ended."""
        return list(self._fixtures.find({"_id": {"$in": list(ids)}}, {"fixture.status": 1, "goals": 1}))

    def note_polled(self, ids: Collection[int], moment: datetime) -> None:
        """One mark looks at each of them once."""
        self._fixtures.update_many({"_id": {"$in": list(ids)}}, {"$set": {"_last_monitor": moment, **quiet_revision()}})

    def older_than(self, moment: datetime, *, at_most: int) -> list[FixtureDocument]:
        """The longest archived of those that have been here since before that moment."""
        return list(
            self._fixtures.find({"completed_at": {"$lt": moment}}, OUTLINE).sort("completed_at", 1).limit(at_most)
        )

    def delete(self, fixtures: Collection[FixtureDocument]) -> int:
        """Removes them, except those that somebody wrote since they were read."""
        if not fixtures:
            return 0
        return self._fixtures.bulk_write(unwritten(fixtures), ordered=False).deleted_count
