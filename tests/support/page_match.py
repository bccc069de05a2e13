"""Match with goals in every state."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from footy.goals.model.documents import EventDocument, FixtureDocument, Tombstone, Video
from tests.support.match import FIXTURE, HOME, KICKOFF, document

NOW = KICKOFF + timedelta(minutes=40)
STAMP = datetime(2026, 5, 2, 12, 0, 0, tzinfo=UTC)
LINK, OTHER_LINK, OLD_LINK = (f"{FIXTURE:x}-{digit * 12}" for digit in "abc")


def clip(share_id: str = LINK, **facts: Any) -> Video:
    """Return a published, verified clip."""
    video = {
        "s3_url": "s3://media/1/2/3.mp4",
        "_s3_key": f"{FIXTURE}/{FIXTURE}_26_154_Goal_1/{share_id[-12:]}.mp4",
        "poster_key": f"{FIXTURE}/{FIXTURE}_26_154_Goal_1/{share_id[-12:]}.jpg",
        "perceptual_hash": "dense:0.25:0.25=0123456789abcdef",
        "hash_version": "v",
        "hash_views": {},
        "width": 1280,
        "height": 720,
        "file_size": 1000,
        "duration": 12.5,
        "bitrate": 1,
        "aspect_ratio": 1.778,
        "resolution_score": 921600,
        "popularity": 2,
        "rank": 1,
        "source_url": "https://x.com/i/status/1600000000000000001",
        "timestamp_verified": True,
        "extracted_minute": 23,
        "timestamp_status": "verified",
        "md5": share_id[-12:],
        "share_id": share_id,
        "previous_share_ids": [],
    }
    return cast("Video", {**video, **facts})


def goal(
    n: int = 1, *, minute: int = 23, team: int = HOME, scorer: str | None = "L. Messi", **facts: Any
) -> EventDocument:
    """Return a goal with an open search."""
    event = {
        "time": {"elapsed": minute, "extra": None},
        "team": {"id": team, "name": "Argentina" if team == HOME else "France"},
        "player": {"id": 154 if scorer else None, "name": scorer},
        "assist": {"id": None, "name": None},
        "type": "Goal",
        "detail": "Normal Goal",
        "comments": None,
        "_event_id": f"{FIXTURE}_{team}_154_Goal_{n}",
        "_first_seen": KICKOFF + timedelta(minutes=minute),
        "_snapshots": [],
        "_monitor_workflows": ["a", "b", "c"],
        "_monitor_complete": True,
        "_drop_workflows": [],
        "_download_workflows": [],
        "_finished_downloads": [],
        "_download_complete": False,
        "_twitter_search": "(Messi) (Argentina)",
        "_twitter_aliases": [],
        "_discovered_videos": [],
        "_s3_videos": [],
        "_score_before": {"home": 0, "away": 0},
        "_score_after": {"home": 1, "away": 0} if team == HOME else {"home": 0, "away": 1},
        "_previous_ids": [],
        "_telemetry": {"opened_at": KICKOFF},
    }
    return cast("EventDocument", {**event, **facts})


def tombstone(event: EventDocument, at: datetime = NOW, why: str = "var") -> Tombstone:
    """Return the tombstone of a removed goal."""
    return {
        "_event_id": event["_event_id"],
        "at": at,
        "why": why,
        "goal": event,
        "objects": [],
        "share_ids": [OLD_LINK],
    }


def match(*events: EventDocument, status: str = "1H", **fields: Any) -> FixtureDocument:
    """Fixture 979139 with these goals."""
    document_: dict[str, Any] = cast("dict[str, Any]", document(events=list(events), _stamped_at=STAMP, **fields))
    document_["fixture"] = {
        "id": FIXTURE,
        "date": KICKOFF.isoformat(),
        "timestamp": int(KICKOFF.timestamp()),
        "status": {"short": status, "elapsed": 40, "extra": None},
    }
    document_["goals"] = {"home": len(events), "away": 0}
    return cast("FixtureDocument", document_)
