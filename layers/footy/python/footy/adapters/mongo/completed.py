"""Statements on `fixtures_completed`: the archive."""

from collections.abc import Collection
from datetime import datetime

from pymongo import DeleteOne
from pymongo.database import Database

from footy.adapters.mongo.outlines import OUTLINE
from footy.adapters.mongo.revisions import at_revision
from footy.model.documents import FixtureDocument


class Completed:
    """Kept for a while, then gone, the oldest first."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._fixtures = database["fixtures_completed"]

    def outlines(self, ids: Collection[int]) -> list[FixtureDocument]:
        """Those of these ids, without what the API says."""
        return list(self._fixtures.find({"_id": {"$in": list(ids)}}, OUTLINE))

    def older_than(self, moment: datetime, *, at_most: int) -> list[FixtureDocument]:
        """The longest archived of those that have been here since before that moment."""
        return list(
            self._fixtures.find({"completed_at": {"$lt": moment}}, OUTLINE).sort("completed_at", 1).limit(at_most)
        )

    def delete(self, fixtures: Collection[FixtureDocument]) -> int:
        """Removes them, except those that somebody wrote since they were read."""
        if not fixtures:
            return 0
        doomed = [DeleteOne(at_revision(fixture["_id"], fixture.get("_written"))) for fixture in fixtures]
        return self._fixtures.bulk_write(doomed, ordered=False).deleted_count
