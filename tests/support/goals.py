"""Builders for goals in the database, for tests of downloads."""

from datetime import UTC, datetime
from typing import Any, cast

from pymongo.database import Database

from footy.goals.model.collections import CollectionName, collection_of
from footy.goals.model.documents import EventDocument, FixtureDocument

GOAL = "7_40_9_Goal_1"
DOWNLOAD, SECOND = f"download1-{GOAL}", f"download2-{GOAL}"
NOON = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)


def goal(**facts: Any) -> EventDocument:
    """Build a goal that is being searched for."""
    event = {
        "time": {"elapsed": 67, "extra": None},
        "team": {"id": 40, "name": "Beşiktaş"},
        "player": {"id": 9, "name": "M. Ødegaard"},
        "assist": {"id": None, "name": None},
        "type": "Goal",
        "detail": "Normal Goal",
        "comments": None,
        "_event_id": GOAL,
        "_first_seen": NOON,
        "_monitor_complete": True,
        "_download_workflows": [],
        "_finished_downloads": [],
        "_download_complete": False,
        "_discovered_videos": [],
        "_s3_videos": [],
        "_telemetry": {"opened_at": NOON},
    }
    return cast("EventDocument", {**event, **facts})


def insert(
    database: Database[FixtureDocument], *events: EventDocument, place: CollectionName = "active", **facts: Any
) -> None:
    """Insert fixture 7 with these goals."""
    fixture = {"_id": 7, "fixture": {"id": 7, "status": {"short": "FT"}}, "events": list(events), **facts}
    database[collection_of(place)].insert_one(cast("FixtureDocument", fixture))
