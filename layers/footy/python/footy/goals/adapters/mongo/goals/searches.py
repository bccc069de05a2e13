"""Adapter of searches: opened once, each attempt recorded once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.clips import ChosenPost
from footy.goals.model.documents import AliasSource, AttemptRecord, EventDocument, FailedSearch, FoundPost


@dataclass(frozen=True, slots=True)
class PostsRead:
    """Posts read in the last minutes, and the total cost of the goal's posts."""

    posts_found: Sequence[FoundPost]
    posts: int
    usd: float


@translate_errors
class Searches:
    """Guarded writes of searches into their goals."""

    def __init__(self, events: GoalEvents) -> None:
        self._events = events

    def open(self, event_id: str, *, execution: str, at: datetime) -> None:
        """Mark the search as running (S2); a restarted one keeps its first time."""
        fields = {"events.$._monitor_complete": True, "events.$._telemetry.opened_at": at}
        self._events.update(event_id, {"$set": fields}, guard={"_monitor_complete": False})
        self._events.update(event_id, {"$addToSet": {"events.$._telemetry.executions": execution}})

    def begin_again(self, event: EventDocument, *, execution: str, at: datetime) -> bool:
        """Reopen a goal for another search with a new deadline; return False after a concurrent write."""
        executions = event["_telemetry"].get("executions", [])
        fields = {
            "events.$._monitor_complete": True,
            "events.$._download_complete": False,
            "events.$._telemetry.opened_at": at,
            "events.$._telemetry.started_at": at,
        }
        return self._events.update(
            event["_event_id"],
            {"$set": fields, "$addToSet": {"events.$._telemetry.executions": execution}},
            guard={"_telemetry.executions": {"$size": len(executions)}} if executions else None,
        )

    def keep_aliases(self, event_id: str, aliases: Sequence[str], source: AliasSource) -> None:
        fields = {"events.$._twitter_aliases": list(aliases), "events.$._telemetry.aliases_source": source}
        self._events.update(event_id, {"$set": fields})

    def record(self, event_id: str, attempt: AttemptRecord, chosen: Sequence[ChosenPost], reading: PostsRead) -> bool:
        """Record an attempt with its posts in one write; return False when it is already recorded."""
        posts = [post["tweet_id"] for post in chosen]
        return self._events.update(
            event_id,
            {
                "$set": {
                    **_sent(attempt["query"]),
                    "events.$._found_videos": list(reading.posts_found),
                    "events.$._telemetry.posts_read": reading.posts,
                    "events.$._telemetry.posts_usd": reading.usd,
                },
                "$push": {
                    "events.$._telemetry.attempts": attempt,
                    "events.$._discovered_videos": {"$each": list(chosen)},
                },
            },
            guard={
                "_telemetry.attempts.n": {"$ne": attempt["n"]},
                "_discovered_videos.tweet_id": {"$nin": posts},
            },
        )

    def record_failure(self, event_id: str, failure: FailedSearch) -> None:
        """Record a failed attempt, to tell "nothing was posted" from "we failed" (W3)."""
        self._events.update(
            event_id, {"$set": _sent(failure["query"]), "$push": {"events.$._telemetry.failed_searches": failure}}
        )


def _sent(query: str) -> dict[str, str]:
    """Set the last query as it was sent."""
    return {"events.$._twitter_search": query} if query else {}
