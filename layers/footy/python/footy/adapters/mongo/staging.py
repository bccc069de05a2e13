"""Statements on `fixtures_staging`: fixtures that have not begun."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from pymongo import UpdateOne
from pymongo.database import Database

from footy.adapters.mongo.failures import translates_failures
from footy.adapters.mongo.outlines import AT_ONCE, OUTLINE
from footy.adapters.mongo.revisions import revision_of, unwritten
from footy.model.documents import FixtureDocument
from footy.model.places import collection_of

EXPECTED = {"fixture.status.short": 1, "fixture.timestamp": 1, "fixture.date": 1}


@translates_failures
class Staging:
    """Each mark of the quarter hour polls a fixture once: `_last_monitor` says which one did."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._fixtures = database[collection_of("staging")]

    def outlines(self) -> list[FixtureDocument]:
        """All of them, without what the API says."""
        return list(self._fixtures.find({}, OUTLINE, batch_size=AT_ONCE))

    def expectations(self) -> list[FixtureDocument]:
        """Their outlines, with their status and their kick-off."""
        return list(self._fixtures.find({}, {**OUTLINE, **EXPECTED}, batch_size=AT_ONCE))

    def delete(self, fixtures: Collection[FixtureDocument]) -> int:
        """Removes them, except those that somebody wrote since they were read."""
        if not fixtures:
            return 0
        return self._fixtures.bulk_write(unwritten(fixtures), ordered=False).deleted_count

    def with_goals(self, ids: Collection[int]) -> set[int]:
        """Those that were interrupted and keep goals."""
        kept = self._fixtures.find({"_id": {"$in": list(ids)}, "events.0": {"$exists": True}}, {"_id": 1})
        return {fixture["_id"] for fixture in kept}

    def note(self, facts: Mapping[int, Mapping[str, Any]], moment: datetime) -> None:
        """Keeps what a poll brought, fixture by fixture; a later poll is not undone."""
        updates = [
            UpdateOne(
                {"_id": fixture_id, "$or": [{"_last_monitor": None}, {"_last_monitor": {"$lte": moment}}]},
                {"$set": {**noted, **revision_of({"$set": noted})}},
            )
            for fixture_id, noted in facts.items()
        ]
        if updates:
            self._fixtures.bulk_write(updates, ordered=False)
