"""Statements of the end of a tick: goals whose time is up, objects of removed goals that are still there."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from pymongo import UpdateOne
from pymongo.database import Database

from footy.fixtures.completion import Because
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.events import fixture_of
from footy.store.heads import AT_ONCE
from footy.store.stamp import stamp

# goals of a postponed fixture wait in staging, and must not wait for ever
SWEPT = ("fixtures_active", "fixtures_staging")
OPEN = {"_monitor_complete": True, "_download_complete": False}
PROGRESS = {
    f"events.{name}": 1
    for name in (
        "_event_id",
        "_first_seen",
        "_monitor_complete",
        "_download_complete",
        "_download_workflows",
        "_finished_downloads",
        "_telemetry.opened_at",
    )
}


@dataclass(frozen=True, slots=True)
class Over:
    """A goal whose downloads are complete, and why."""

    event: EventDocument
    because: Because


class Sweeps:
    """Reads and writes over all fixtures that are not archived."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._homes = [database[name] for name in SWEPT]

    def open_goals(self) -> list[EventDocument]:
        """Goals whose search was opened and whose downloads are not complete."""
        unfinished = {"events": {"$elemMatch": OPEN}}
        found = (fixture for home in self._homes for fixture in home.find(unfinished, PROGRESS, batch_size=AT_ONCE))
        return [event for fixture in found for event in fixture["events"] if OPEN.items() <= event.items()]

    def complete(self, goals: Iterable[Over], now: datetime) -> int:
        """Marks goals complete that are not, unless another download was registered meanwhile; answers how many."""
        updates = [
            UpdateOne(
                {"_id": fixture_of(over.event["_event_id"]), "events": {"$elemMatch": _as_read(over.event)}},
                {
                    "$set": {
                        "events.$._download_complete": True,
                        "events.$._telemetry.completed_at": now,
                        "events.$._telemetry.completed_because": over.because,
                        **stamp(),
                    }
                },
            )
            for over in goals
        ]
        return sum(home.bulk_write(updates, ordered=False).matched_count for home in self._homes) if updates else 0

    def objects_waiting(self) -> dict[str, list[str]]:
        """The objects that removed goals left behind, by goal."""
        waiting = {"_removed_events": {"$elemMatch": {"objects.0": {"$exists": True}}}}
        found = [fixture for home in self._homes for fixture in home.find(waiting, {"_removed_events": 1})]
        return {
            tombstone["_event_id"]: tombstone["objects"]
            for fixture in found
            for tombstone in fixture["_removed_events"]
            if tombstone.get("objects")
        }

    def objects_gone(self, event_ids: Iterable[str]) -> None:
        """Notes that nothing is left of these goals."""
        updates = [
            UpdateOne(
                {"_id": fixture_of(event_id), "_removed_events._event_id": event_id},
                {"$unset": {"_removed_events.$.objects": ""}, "$set": stamp()},
            )
            for event_id in event_ids
        ]
        for home in self._homes:
            if updates:
                home.bulk_write(updates, ordered=False)


def _as_read(event: EventDocument) -> dict[str, Any]:
    return {
        "_event_id": event["_event_id"],
        "_download_complete": False,
        "_download_workflows": event["_download_workflows"],
    }
