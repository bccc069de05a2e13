"""MongoDB indexes, created by each ingest and by the local stack."""

from collections.abc import Mapping, Sequence

from pymongo import ASCENDING, DESCENDING, IndexModel
from pymongo.database import Database

from footy.core.mongo.failures import translate_mongodb_errors
from footy.goals.model.collections import collection_of
from footy.goals.model.documents import FixtureDocument

# Fixtures and goals are found by `_id`; other scans are small, except of the archive.
INDEXES: Mapping[str, Sequence[IndexModel]] = {
    collection_of("active"): (IndexModel([("fixture.status.short", ASCENDING)], name="status"),),
    "paid_posts": (IndexModel([("day", ASCENDING)], name="day"),),
    "images": (
        IndexModel([("organizationId", ASCENDING), ("uploadedAt", DESCENDING), ("name", ASCENDING)], name="listed"),
        IndexModel([("status", ASCENDING), ("updatedAt", ASCENDING)], name="silent"),
        IndexModel([("removedAt", ASCENDING)], name="removed", sparse=True),
    ),
    collection_of("completed"): (
        IndexModel([("completed_at", ASCENDING)], name="completed_at"),
        IndexModel([("fixture.timestamp", ASCENDING)], name="kickoff"),
        IndexModel([("_stamped_at", ASCENDING)], name="stamped_at"),
    ),
}


@translate_mongodb_errors()
def create_indexes(database: Database[FixtureDocument]) -> list[str]:
    """Create the missing indexes."""
    return [
        name for collection, models in INDEXES.items() for name in database[collection].create_indexes(list(models))
    ]
