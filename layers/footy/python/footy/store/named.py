"""Reads of every object that some document names."""

from collections.abc import Collection
from typing import Any

from pymongo.database import Database

from footy.store.documents import FixtureDocument
from footy.store.events import HOMES
from footy.store.sweeps import SWEPT

SHOWN: dict[str, Any] = {"events._s3_videos._s3_key": 1}
WAITING = {"_removed_events.objects": 1}


class Named:
    """The clips of goals, and what removed goals left for a tick to delete; no tick comes for archived fixtures."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._homes = [(database[name], SHOWN | WAITING if name in SWEPT else SHOWN) for name in HOMES]

    def keys(self, fixture_ids: Collection[int]) -> set[str]:
        """The objects that these fixtures name, wherever they are; one that moves meanwhile is met somewhere."""
        found: set[str] = set()
        for home, told in self._homes:
            for fixture in home.find({"_id": {"$in": list(fixture_ids)}}, told):
                found.update(_named_in(fixture))
        return found


def _named_in(fixture: FixtureDocument) -> set[str]:
    shown = {video["_s3_key"] for event in fixture.get("events", []) for video in event.get("_s3_videos", [])}
    return shown.union(*(stone.get("objects", []) for stone in fixture.get("_removed_events", [])))
