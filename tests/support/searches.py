"""Builders for a goal, its fixture and found videos."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from footy.goals.model.documents import AttemptRecord, EventDocument, FixtureDocument
from footy.goals.search.posts import FoundVideo, Variant

FIXTURE = 979139
EVENT_ID = "979139_26_154_Goal_1"
NOON = datetime(2022, 12, 18, 12, 0, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def goal(**changes: Any) -> EventDocument:
    """Build a goal that is stable and not yet searched for."""
    event: dict[str, Any] = {
        "time": {"elapsed": 23, "extra": None},
        "team": {"id": 26, "name": "Argentina"},
        "player": {"id": 154, "name": "L. Messi"},
        "assist": {"id": None, "name": None},
        "type": "Goal",
        "detail": "Penalty",
        "comments": None,
        "_event_id": EVENT_ID,
        "_first_seen": NOON - timedelta(minutes=2),
        "_snapshots": [],
        "_monitor_workflows": ["monitor-1", "monitor-2", "monitor-3"],
        "_monitor_complete": False,
        "_drop_workflows": [],
        "_download_workflows": [],
        "_finished_downloads": [],
        "_download_complete": False,
        "_twitter_search": "",
        "_twitter_aliases": [],
        "_discovered_videos": [],
        "_s3_videos": [],
        "_score_before": {"home": 0, "away": 0},
        "_score_after": {"home": 1, "away": 0},
        "_previous_ids": [],
        "_telemetry": {},
    }
    return cast("EventDocument", event | changes)


def fixture(*events: EventDocument, **changes: Any) -> FixtureDocument:
    """Build an active fixture with these goals."""
    document: dict[str, Any] = {
        "_id": FIXTURE,
        "fixture": {"id": FIXTURE, "status": {"short": "1H"}},
        "league": {"id": 1, "name": "World Cup", "country": "World"},
        "teams": {"home": {"id": 26, "name": "Argentina"}, "away": {"id": 2, "name": "France"}},
        "goals": {"home": 1, "away": 0},
        "score": {},
        "events": list(events),
    }
    return cast("FixtureDocument", document | changes)


def attempt(n: int, **changes: Any) -> AttemptRecord:
    record: dict[str, Any] = {
        "n": n,
        "at": after(60 * n),
        "query": "Messi Argentina",
        "found": 0,
        "new": 0,
        "chosen": 0,
        "seconds": 1.0,
        "skipped": {},
    }
    return cast("AttemptRecord", record | changes)


def tweet_id(number: int) -> str:
    return str(1604500000000000000 + number)


def video(number: int, seconds: float | None = 20.0, **changes: Any) -> FoundVideo:
    """Build a post with one video, posted at noon."""
    facts: dict[str, Any] = {
        "url": f"https://x.com/i/status/{tweet_id(number)}",
        "tweet_id": tweet_id(number),
        "duration": seconds,
        "posted_at": NOON,
        "variants": (Variant(f"https://video.twimg.com/{number}.mp4", 2_000_000, 1280, 720),),
    }
    return FoundVideo(**(facts | changes))
