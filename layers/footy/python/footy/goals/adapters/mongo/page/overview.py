"""Reads for the local command line: fixtures with goals and clips, by collection."""

from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.collections import FIXTURE_COLLECTIONS, CollectionName, collection_of
from footy.goals.model.documents import FixtureDocument

LIGHT: dict[str, Any] = {
    "events._s3_videos.perceptual_hash": 0,
    "events._s3_videos.hash_views": 0,
    "events._waiting_videos.perceptual_hash": 0,
    "events._waiting_videos.hash_views": 0,
    "events._snapshots": 0,
}


@translate_errors
class Overview:
    """All fixtures with goals and clips."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._database = database

    def fixtures(self) -> dict[int, tuple[CollectionName, FixtureDocument]]:
        """Return each fixture with its collection; one that is being moved counts at its target."""
        return {
            document["_id"]: (name, document)
            for name in FIXTURE_COLLECTIONS
            for document in self._database[collection_of(name)].find({}, LIGHT)
        }
