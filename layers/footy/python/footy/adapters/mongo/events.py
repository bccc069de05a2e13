"""Statements on one goal, wherever its fixture lives and whatever the goal is called by now."""

from collections.abc import Mapping
from typing import Any

from pymongo.collection import Collection
from pymongo.database import Database

from footy.adapters.mongo.failures import translates_failures
from footy.adapters.mongo.revisions import new_revision
from footy.errors import WriteConflict
from footy.model.documents import EventDocument, FixtureDocument, Tombstone
from footy.model.ids import fixture_of
from footy.model.places import LOOKED_THROUGH, collection_of

LOOKS = 3
# what removed goals keep for a day concerns nobody who looks for a goal, but those who place its clips
KEPT: Mapping[str, Any] = {"_removed_events.goal": 0}
EVERYTHING: Mapping[str, Any] = {"events._snapshots": 0}
HASHES = {
    f"events.{clips}.{part}": 0
    for clips in ("_s3_videos", "_waiting_videos")
    for part in ("perceptual_hash", "hash_views")
}
WITHOUT_HASHES: Mapping[str, Any] = {**HASHES, **KEPT}
NAMES: Mapping[str, Any] = {
    "events._event_id": 1,
    "_removed_events._event_id": 1,
    "_removed_events.redirect_to": 1,
}


@translates_failures
class Events:
    """Reads and guarded writes of single goals, wherever their fixtures are."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in LOOKED_THROUGH]

    def find(self, event_id: str) -> EventDocument | None:
        """The goal of that id, following corrections of its scorer; None when it was removed or never was."""
        found = self.find_with_fixture(event_id)
        return found[1] if found else None

    def find_with_fixture(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """The goal together with the fixture it belongs to; of its clips without the hashes, most of what it holds."""
        located = self._locate(event_id, WITHOUT_HASHES)
        return located[1:] if located else None

    def find_with_hashes(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """The same, to compare clips with those that it has."""
        located = self._locate(event_id, EVERYTHING)
        return located[1:] if located else None

    def tombstone(self, event_id: str) -> Tombstone | None:
        """What a removed goal left behind; None while the goal is there, or when it never was."""
        for place in self._places:
            fixture = place.find_one({"_id": fixture_of(event_id)}, {**KEPT, "events": 0})
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
        """Applies an update whose paths start with `events.$.` if the goal exists and both guards hold.

        `_written` changes with every write, so that a move between collections notices it.
        """
        stamped = {**change, "$set": {**change.get("$set", {}), **new_revision()}}
        for _ in range(LOOKS):
            located = self._locate(event_id, NAMES)
            if located is None:
                return False
            place, fixture, event = located
            wanted = {"_event_id": event["_event_id"], **(guard or {})}
            guarded = {**(fixture_guard or {}), "_id": fixture["_id"], "events": {"$elemMatch": wanted}}
            if place.update_one(guarded, stamped).matched_count:
                return True
            if place.find_one({"_id": fixture["_id"], "events._event_id": event["_event_id"]}, {"_id": 1}):
                return False
        raise WriteConflict(f"{event_id} went from place to place while it was to be written")

    def _locate(
        self, event_id: str, projection: Mapping[str, Any]
    ) -> tuple[Collection[FixtureDocument], FixtureDocument, EventDocument] | None:
        for place in self._places:
            fixture = place.find_one({"_id": fixture_of(event_id)}, projection)
            if fixture is None:
                continue
            current = _follow(fixture, event_id)
            for event in fixture.get("events", []):
                if event["_event_id"] == current:
                    return place, fixture, event
        return None


def _follow(fixture: FixtureDocument, event_id: str) -> str:
    """Where a chain of corrected scorers ends."""
    redirects = {t["_event_id"]: t["redirect_to"] for t in fixture.get("_removed_events", []) if "redirect_to" in t}
    seen = set[str]()
    while event_id in redirects and event_id not in seen:
        seen.add(event_id)
        event_id = redirects[event_id]
    return event_id
