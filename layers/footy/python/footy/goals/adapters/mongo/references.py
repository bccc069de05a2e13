"""Reads of every object key that a document names."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument

PROJECTION: dict[str, Any] = {
    "events._s3_videos._s3_key": 1,
    "events._waiting_videos._s3_key": 1,
    "_removed_events.objects": 1,
}


@dataclass(frozen=True, slots=True)
class ReferencedObjects:
    """Object keys that documents name, and the fixtures that exist."""

    keys: set[str]
    fixtures: set[int]


@translate_errors
class References:
    """Keys of published clips, waiting clips and removed goals."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]

    def of(self, fixture_ids: Collection[int]) -> ReferencedObjects:
        """Return the keys that these fixtures name, in all collections."""
        named = ReferencedObjects(set(), set())
        for collection in self._collections:
            for fixture in collection.find({"_id": {"$in": list(fixture_ids)}}, PROJECTION):
                named.fixtures.add(fixture["_id"])
                named.keys.update(_named_in(fixture))
        return named


def _named_in(fixture: FixtureDocument) -> set[str]:
    clips = [(*event.get("_s3_videos", []), *event.get("_waiting_videos", [])) for event in fixture.get("events", [])]
    named = {video["_s3_key"] for videos in clips for video in videos}
    return named.union(*(tombstone.get("objects", []) for tombstone in fixture.get("_removed_events", [])))
