"""Reads of every object that some document names."""

from collections.abc import Collection
from typing import Any

from pymongo.database import Database

from footy.model.documents import FixtureDocument
from footy.model.places import LOOKED_THROUGH, UNFINISHED, collection_of

SHOWN: dict[str, Any] = {"events._s3_videos._s3_key": 1}
WAITING = {"_removed_events.objects": 1}


class References:
    """The clips of goals, and what removed goals left for a tick to delete; no tick comes for archived fixtures."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [
            (database[collection_of(place)], SHOWN | WAITING if place in UNFINISHED else SHOWN)
            for place in LOOKED_THROUGH
        ]

    def keys(self, fixture_ids: Collection[int]) -> set[str]:
        """The objects that these fixtures name, wherever they are; one that moves meanwhile is met somewhere."""
        found: set[str] = set()
        for place, projection in self._places:
            for fixture in place.find({"_id": {"$in": list(fixture_ids)}}, projection):
                found.update(_named_in(fixture))
        return found


def _named_in(fixture: FixtureDocument) -> set[str]:
    shown = {video["_s3_key"] for event in fixture.get("events", []) for video in event.get("_s3_videos", [])}
    return shown.union(*(stone.get("objects", []) for stone in fixture.get("_removed_events", [])))
