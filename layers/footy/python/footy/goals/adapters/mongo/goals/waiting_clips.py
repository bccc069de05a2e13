"""Adapter of clips that wait for a goal they fit."""

from collections.abc import Iterable
from datetime import datetime

from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import clips_moved
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.collections import FIXTURE_COLLECTIONS, collection_of
from footy.goals.model.documents import FixtureDocument

NEVER_PUBLISHED = {"share_id": ""}
NAMED = {
    "events._event_id": 1,
    "events._telemetry.opened_at": 1,
    "events._first_seen": 1,
    "events._waiting_videos.share_id": 1,
}


@translate_errors
class WaitingClips:
    """Waiting clips of all fixtures, archived ones too."""

    def __init__(self, database: Database[FixtureDocument], events: GoalEvents) -> None:
        self._collections = [database[collection_of(collection)] for collection in FIXTURE_COLLECTIONS]
        self._events = events

    def overdue(self, moment: datetime) -> list[str]:
        """Return goals opened before then that have waiting clips which were never published."""
        query = {"events._waiting_videos.share_id": ""}
        goals = [
            event
            for collection in self._collections
            for fixture in collection.find(query, NAMED)
            for event in fixture["events"]
        ]
        return [
            goal["_event_id"]
            for goal in goals
            if any(not video["share_id"] for video in goal.get("_waiting_videos", []))
            and goal["_telemetry"].get("opened_at", goal["_first_seen"]) <= moment
        ]

    def give_up(self, event_ids: Iterable[str]) -> None:
        """Delete their waiting clips; a batch that has read them is merged again."""
        for event_id in event_ids:
            update = {"$pull": {"events.$._waiting_videos": NEVER_PUBLISHED}, "$set": clips_moved()}
            self._events.update(event_id, update)
