"""Adapter of goals that are not complete."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pymongo import UpdateOne
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import AT_ONCE, new_revision
from footy.goals.fixtures.lifecycle.completion import ClosingReason
from footy.goals.model.collections import OPEN_COLLECTIONS, collection_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import fixture_of

OPEN = {"_download_complete": False}
PROGRESS = {
    f"events.{name}": 1
    for name in (
        "_event_id",
        "_first_seen",
        "player",
        "_monitor_complete",
        "_download_complete",
        "_download_workflows",
        "_finished_downloads",
        "_telemetry.opened_at",
        "_telemetry.returned_at",
        "_s3_videos.share_id",
    )
}


@dataclass(frozen=True, slots=True)
class CompletedGoal:
    """Goal whose downloads are complete, with the reason."""

    event: EventDocument
    because: ClosingReason


@translate_errors
class UnfinishedGoals:
    """Open goals of all fixtures outside the archive."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._collections = [database[collection_of(collection)] for collection in OPEN_COLLECTIONS]

    def find(self) -> list[EventDocument]:
        """Return the goals whose downloads are not complete."""
        unfinished = {"events": {"$elemMatch": OPEN}}
        fixtures = [
            f for collection in self._collections for f in collection.find(unfinished, PROGRESS, batch_size=AT_ONCE)
        ]
        return [event for fixture in fixtures for event in fixture["events"] if OPEN.items() <= event.items()]

    def complete(self, goals: Iterable[CompletedGoal], now: datetime) -> int:
        """Mark goals complete unless a download was registered in between; return their number."""
        updates = [
            UpdateOne(
                {"_id": fixture_of(goal.event["_event_id"]), "events": {"$elemMatch": _as_read(goal.event)}},
                {
                    "$set": {
                        "events.$._download_complete": True,
                        "events.$._telemetry.completed_at": now,
                        "events.$._telemetry.completed_because": goal.because,
                        **new_revision(),
                    }
                },
            )
            for goal in goals
        ]
        return (
            sum(collection.bulk_write(updates, ordered=False).matched_count for collection in self._collections)
            if updates
            else 0
        )


def _as_read(event: EventDocument) -> dict[str, Any]:
    return {
        "_event_id": event["_event_id"],
        "_download_complete": False,
        "_download_workflows": event["_download_workflows"],
    }
