"""Reads of every object that some document names."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument

NAMING: dict[str, Any] = {
    "events._s3_videos._s3_key": 1,
    "events._waiting_videos._s3_key": 1,
    "_removed_events.objects": 1,
}


@dataclass(frozen=True, slots=True)
class ReferencedObjects:
    """The objects that documents name, and the fixtures of which there are documents."""

    keys: set[str]
    fixtures: set[int]


@translate_errors
class References:
    """The clips of goals, those that wait for theirs, and those that removed goals keep for a day."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in LOOKUP_ORDER]

    def of(self, fixture_ids: Collection[int]) -> ReferencedObjects:
        """What these fixtures name, wherever they are; one that moves meanwhile is met somewhere."""
        named = ReferencedObjects(set(), set())
        for place in self._places:
            for fixture in place.find({"_id": {"$in": list(fixture_ids)}}, NAMING):
                named.fixtures.add(fixture["_id"])
                named.keys.update(_named_in(fixture))
        return named


def _named_in(fixture: FixtureDocument) -> set[str]:
    kept = [(*event.get("_s3_videos", []), *event.get("_waiting_videos", [])) for event in fixture.get("events", [])]
    named = {video["_s3_key"] for videos in kept for video in videos}
    return named.union(*(stone.get("objects", []) for stone in fixture.get("_removed_events", [])))
