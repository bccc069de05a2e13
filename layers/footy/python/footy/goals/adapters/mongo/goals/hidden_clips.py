"""Adapter of clips that operators hide (W5)."""

from collections.abc import Callable, Mapping
from typing import Any

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import clips_moved
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.clips.sharing import fixture_shared
from footy.goals.model.collections import LOOKUP_ORDER, collection_of
from footy.goals.model.documents import FixtureDocument, Hiding
from footy.goals.model.keys import fixture_in

LINKS: Mapping[str, Any] = {
    "events._event_id": 1,
    "events._s3_videos.share_id": 1,
    "events._s3_videos.previous_share_ids": 1,
    "events._s3_videos._s3_key": 1,
    "events._s3_videos.hidden": 1,
}


@translate_errors
class HiddenClips:
    """Hidden clips by share link; each write counts as a clip write, so that concurrent batches are merged again."""

    def __init__(self, database: Database[FixtureDocument], events: GoalEvents) -> None:
        self._collections = [database[collection_of(collection)] for collection in LOOKUP_ORDER]
        self._events = events

    def hide(self, share_id: str, hiding: Hiding) -> bool:
        """Hide a clip; return False when no goal has it."""
        return self._write(share_id, lambda path: {"$set": {path: hiding, **clips_moved()}})

    def hide_key(self, key: str, hiding: Hiding) -> bool:
        """Hide the clip with this key; return False when no goal shows it."""
        share_id = self._shown_at(key)
        return share_id is not None and self.hide(share_id, hiding)

    def show(self, share_id: str) -> bool:
        return self._write(share_id, lambda path: {"$unset": {path: ""}, "$set": clips_moved()})

    def _write(self, share_id: str, change: Callable[[str], Mapping[str, Any]]) -> bool:
        location = self._find(share_id)
        if location is None:
            return False
        event_id, at, current = location
        guard = {f"_s3_videos.{at}.share_id": current}
        return self._events.update(event_id, change(f"events.$._s3_videos.{at}.hidden"), guard=guard)

    def _shown_at(self, key: str) -> str | None:
        fixtures = (collection.find_one({"_id": fixture_in(key)}, LINKS) for collection in self._collections)
        for fixture in fixtures:
            for event in fixture.get("events", []) if fixture else []:
                for video in event["_s3_videos"]:
                    if video["_s3_key"] == key and "hidden" not in video:
                        return video["share_id"]
        return None

    def _find(self, share_id: str) -> tuple[str, int, str] | None:
        """Return the goal, the clip's position and its current share link."""
        for collection in self._collections:
            fixture = collection.find_one({"_id": fixture_shared(share_id)}, LINKS)
            for event in fixture.get("events", []) if fixture else []:
                for at, video in enumerate(event["_s3_videos"]):
                    if share_id in (video["share_id"], *video["previous_share_ids"]):
                        return event["_event_id"], at, video["share_id"]
        return None
