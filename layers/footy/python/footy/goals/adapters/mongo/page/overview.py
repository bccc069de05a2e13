"""Reads for people: fixtures with their goals and clips, wherever they are by now."""

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
    """What a screen or a page shows."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._database = database

    def fixtures(self) -> dict[int, tuple[CollectionName, FixtureDocument]]:
        """Every known fixture and where it is; one that is just moving counts as where it goes."""
        return {
            document["_id"]: (place, document)
            for place in FIXTURE_COLLECTIONS
            for document in self._database[collection_of(place)].find({}, LIGHT)
        }
