"""Statements on clips that wait for a goal they fit, and on those that have waited long enough."""

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
    """The waiting clips of all fixtures, archived ones too."""

    def __init__(self, database: Database[FixtureDocument], events: GoalEvents) -> None:
        self._places = [database[collection_of(place)] for place in FIXTURE_COLLECTIONS]
        self._events = events

    def overdue(self, moment: datetime) -> list[str]:
        """The goals whose search was opened before that moment, and at which clips wait that nobody has a link to."""
        wait = {"events._waiting_videos.share_id": ""}
        goals = [event for place in self._places for fixture in place.find(wait, NAMED) for event in fixture["events"]]
        return [
            goal["_event_id"]
            for goal in goals
            if any(not video["share_id"] for video in goal.get("_waiting_videos", []))
            and goal["_telemetry"].get("opened_at", goal["_first_seen"]) <= moment
        ]

    def give_up(self, event_ids: Iterable[str]) -> None:
        """No document names their clips any more, nor does a batch that read them a moment ago: it is merged anew."""
        for event_id in event_ids:
            given_up = {"$pull": {"events.$._waiting_videos": NEVER_PUBLISHED}, "$set": clips_moved()}
            self._events.update(event_id, given_up)
