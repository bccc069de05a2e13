"""Adapter of fixtures whose clips are taken down or published again."""

from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import quiet_revision
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument

KEY_FIELDS: dict[str, Any] = {
    "_taken_down": 1,
    "_removed_events.objects": 1,
    **{
        f"{goal}.{clips}.{name}": 1
        for goal in ("events", "_removed_events.goal")
        for clips in ("_s3_videos", "_waiting_videos")
        for name in ("_s3_key", "share_id", "hidden")
    },
}


@translate_errors
class TakenDownClips:
    """Keys of a fixture's clips, and the mark of those whose objects were moved."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]

    def find(self, fixture_id: int) -> FixtureDocument | None:
        """Return the fixture with the keys of its clips; None when it was deleted."""
        documents = (collection.find_one({"_id": fixture_id}, KEY_FIELDS) for collection in self._collections)
        return next((document for document in documents if document is not None), None)

    def note(self, fixture_id: int, mark: str) -> None:
        """Note that the objects of this mark were moved."""
        for collection in self._collections:
            if collection.update_one(
                {"_id": fixture_id}, {"$set": {"_taken_down": mark, **quiet_revision()}}
            ).matched_count:
                return
