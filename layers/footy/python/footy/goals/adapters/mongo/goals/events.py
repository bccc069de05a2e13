"""Adapter of single goals, in any collection and under any of their ids."""

from collections.abc import Iterable, Mapping
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.errors import WriteConflict
from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import new_revision
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import EventDocument, FixtureDocument, Tombstone, Video
from footy.goals.model.ids import fixture_of

TRIES = 3
# the goals that tombstones keep for a day
WITHOUT_REMOVED: Mapping[str, Any] = {"_removed_events.goal": 0}
EVERYTHING: Mapping[str, Any] = {"events._snapshots": 0}
KEYS = frozenset({"_s3_key", "md5", "hidden"})


def _without(parts: Iterable[str]) -> dict[str, int]:
    """Return a projection without these fields of clips."""
    return {f"events.{clips}.{part}": 0 for clips in ("_s3_videos", "_waiting_videos") for part in parts}


# without what only the comparison and assignment of clips read
SINGLE_GOAL: Mapping[str, Any] = {
    **_without(("perceptual_hash", "hash_views", "frames_read", "goal_decision")),
    "_removed_events": 0,
}
KEYS_ONLY: Mapping[str, Any] = {
    **_without(sorted(Video.__annotations__.keys() - KEYS)),
    **WITHOUT_REMOVED,
    "events._snapshots": 0,
    "events._discovered_videos": 0,
    "events._found_videos": 0,
}
NAMES: Mapping[str, Any] = {
    "events._event_id": 1,
    "_removed_events._event_id": 1,
    "_removed_events.redirect_to": 1,
}
TOMBSTONE: Mapping[str, Any] = {
    **{f"_removed_events.{name}": 1 for name in Tombstone.__annotations__.keys() - {"goal"}},
    "_removed_events.goal._finished_clips": 1,
    "_removed_events.goal._finished_downloads": 1,
}


@translate_errors
class GoalEvents:
    """Reads and guarded writes of single goals."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]

    def find(self, event_id: str) -> EventDocument | None:
        """Return the goal, following scorer corrections; None when it was removed or never existed."""
        entry = self.find_with_fixture(event_id)
        return entry[1] if entry else None

    def find_with_fixture(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """Return the goal with its fixture, without other goals and hashes."""
        for collection in self._collections:
            if entry := _single(collection, event_id) or self._corrected(collection, event_id):
                return entry
        return None

    def find_with_keys(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """Return the goal and the others of its fixture, with the keys of their clips only."""
        located = self._locate(event_id, KEYS_ONLY)
        return located[1:] if located else None

    def find_with_hashes(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """Return the goal and the others of its fixture, with all that comparing their clips needs."""
        located = self._locate(event_id, EVERYTHING)
        return located[1:] if located else None

    def tombstone(self, event_id: str) -> Tombstone | None:
        """Return the tombstone of a removed goal; None while it exists or when it never did."""
        for collection in self._collections:
            fixture = collection.find_one({"_id": fixture_of(event_id)}, TOMBSTONE)
            if fixture is not None:
                current = _follow(fixture, event_id)
                return next((t for t in fixture.get("_removed_events", []) if t["_event_id"] == current), None)
        return None

    def update(
        self,
        event_id: str,
        change: Mapping[str, Any],
        guard: Mapping[str, Any] | None = None,
        fixture_guard: Mapping[str, Any] | None = None,
    ) -> bool:
        """Apply an update with `events.$.` paths if the goal exists and both guards hold.

        Every write changes `_written`, so that a concurrent move notices it.
        """
        stamped = {**change, "$set": {**change.get("$set", {}), **new_revision()}}
        for _ in range(TRIES):
            located = self._locate(event_id, NAMES)
            if located is None:
                return False
            collection, fixture, event = located
            element = {"_event_id": event["_event_id"], **(guard or {})}
            guarded = {**(fixture_guard or {}), "_id": fixture["_id"], "events": {"$elemMatch": element}}
            if collection.update_one(guarded, stamped).matched_count:
                return True
            if collection.find_one({"_id": fixture["_id"], "events._event_id": event["_event_id"]}, {"_id": 1}):
                return False
        raise WriteConflict(f"{event_id} moved between collections during every try to write it")

    def update_removed(self, event_id: str, change: Mapping[str, Any]) -> bool:
        """Apply an update with `_removed_events.$.goal.` paths if the goal is removed and still kept."""
        tombstone = {"_removed_events": {"$elemMatch": {"_event_id": event_id, "goal": {"$exists": True}}}}
        guarded = {"_id": fixture_of(event_id), **tombstone}
        stamped = {**change, "$set": new_revision()}
        return any(collection.update_one(guarded, stamped).matched_count for collection in self._collections)

    def _corrected(
        self, collection: Collection[FixtureDocument], event_id: str
    ) -> tuple[FixtureDocument, EventDocument] | None:
        fixture = collection.find_one({"_id": fixture_of(event_id)}, NAMES)
        current = _follow(fixture, event_id) if fixture else event_id
        return _single(collection, current) if current != event_id else None

    def _locate(
        self, event_id: str, projection: Mapping[str, Any]
    ) -> tuple[Collection[FixtureDocument], FixtureDocument, EventDocument] | None:
        for collection in self._collections:
            fixture = collection.find_one({"_id": fixture_of(event_id)}, projection)
            if fixture is None:
                continue
            current = _follow(fixture, event_id)
            for event in fixture.get("events", []):
                if event["_event_id"] == current:
                    return collection, fixture, event
        return None


def _single(collection: Collection[FixtureDocument], event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
    """Return a goal without the others of its fixture, so that the read does not grow with the match."""
    stages: list[Mapping[str, Any]] = [
        {"$match": {"_id": fixture_of(event_id)}},
        {"$unwind": "$events"},
        {"$match": {"events._event_id": event_id}},
        {"$project": SINGLE_GOAL},
    ]
    row = next(iter(collection.aggregate(stages)), None)
    if row is None:
        return None
    event = cast("EventDocument", row["events"])
    return {**row, "events": [event]}, event


def _follow(fixture: FixtureDocument, event_id: str) -> str:
    """Follow a chain of scorer corrections to the current id."""
    redirects = {t["_event_id"]: t["redirect_to"] for t in fixture.get("_removed_events", []) if "redirect_to" in t}
    visited = set[str]()
    while event_id in redirects and event_id not in visited:
        visited.add(event_id)
        event_id = redirects[event_id]
    return event_id
