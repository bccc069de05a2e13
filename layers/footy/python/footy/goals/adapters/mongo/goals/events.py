"""Statements on one goal, wherever its fixture lives and whatever the goal is called by now."""

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

LOOKS = 3
# what removed goals keep for a day concerns nobody who looks for a goal, but those who place its clips
KEPT: Mapping[str, Any] = {"_removed_events.goal": 0}
EVERYTHING: Mapping[str, Any] = {"events._snapshots": 0}
KEYS = frozenset({"_s3_key", "md5"})


def _without(parts: Iterable[str]) -> dict[str, int]:
    """A projection that leaves these parts of clips in the database."""
    return {f"events.{clips}.{part}": 0 for clips in ("_s3_videos", "_waiting_videos") for part in parts}


# what only those ask for who compare clips, or judge anew where they belong
ALONE: Mapping[str, Any] = {
    **_without(("perceptual_hash", "hash_views", "frames_read", "goal_decision")),
    "_removed_events": 0,
}
KEYS_ONLY: Mapping[str, Any] = {
    **_without(sorted(Video.__annotations__.keys() - KEYS)),
    **KEPT,
    "events._snapshots": 0,
    "events._discovered_videos": 0,
    "events._found_videos": 0,
}
NAMES: Mapping[str, Any] = {
    "events._event_id": 1,
    "_removed_events._event_id": 1,
    "_removed_events.redirect_to": 1,
}
LEFT: Mapping[str, Any] = {
    **{f"_removed_events.{name}": 1 for name in Tombstone.__annotations__.keys() - {"goal"}},
    "_removed_events.goal._finished_clips": 1,
    "_removed_events.goal._finished_downloads": 1,
}


@translate_errors
class GoalEvents:
    """Reads and guarded writes of single goals, wherever their fixtures are."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = [database[collection_of(place)] for place in LOOKUP_ORDER]

    def find(self, event_id: str) -> EventDocument | None:
        """The goal of that id, following corrections of its scorer; None when it was removed or never was."""
        found = self.find_with_fixture(event_id)
        return found[1] if found else None

    def find_with_fixture(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """The goal and what is known of its fixture; neither its other goals nor the hashes of its clips."""
        for place in self._places:
            if found := _alone(place, event_id) or self._under_its_new_id(place, event_id):
                return found
        return None

    def find_with_keys(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """The goal beside the others of its fixture; of their clips only what names them."""
        located = self._locate(event_id, KEYS_ONLY)
        return located[1:] if located else None

    def find_with_hashes(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        """The goal beside the others of its fixture, with all that is needed to compare their clips."""
        located = self._locate(event_id, EVERYTHING)
        return located[1:] if located else None

    def tombstone(self, event_id: str) -> Tombstone | None:
        """What a removed goal left behind, of itself only what was finished; None while it is there, or never was."""
        for place in self._places:
            fixture = place.find_one({"_id": fixture_of(event_id)}, LEFT)
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

    def update_removed(self, event_id: str, change: Mapping[str, Any]) -> bool:
        """Applies an update whose paths start with `_removed_events.$.goal.` if that goal is gone and still kept."""
        kept = {"_removed_events": {"$elemMatch": {"_event_id": event_id, "goal": {"$exists": True}}}}
        guarded = {"_id": fixture_of(event_id), **kept}
        stamped = {**change, "$set": new_revision()}
        return any(place.update_one(guarded, stamped).matched_count for place in self._places)

    def _under_its_new_id(
        self, place: Collection[FixtureDocument], event_id: str
    ) -> tuple[FixtureDocument, EventDocument] | None:
        named = place.find_one({"_id": fixture_of(event_id)}, NAMES)
        current = _follow(named, event_id) if named else event_id
        return _alone(place, current) if current != event_id else None

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


def _alone(place: Collection[FixtureDocument], event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
    """A goal without its neighbours: what is read does not grow with the match."""
    stages: list[Mapping[str, Any]] = [
        {"$match": {"_id": fixture_of(event_id)}},
        {"$unwind": "$events"},
        {"$match": {"events._event_id": event_id}},
        {"$project": ALONE},
    ]
    found = next(iter(place.aggregate(stages)), None)
    if found is None:
        return None
    event = cast("EventDocument", found["events"])
    return {**found, "events": [event]}, event


def _follow(fixture: FixtureDocument, event_id: str) -> str:
    """Where a chain of corrected scorers ends."""
    redirects = {t["_event_id"]: t["redirect_to"] for t in fixture.get("_removed_events", []) if "redirect_to" in t}
    seen = set[str]()
    while event_id in redirects and event_id not in seen:
        seen.add(event_id)
        event_id = redirects[event_id]
    return event_id
