"""The statements of one goal's search: opened once, each attempt recorded once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.clips import ChosenPost
from footy.goals.model.documents import AliasSource, AttemptRecord, EventDocument, FailedSearch, FoundPost


@dataclass(frozen=True, slots=True)
class PostsRead:
    """The posts of the last minutes that were read, and what all posts of the goal have cost so far."""

    found: Sequence[FoundPost]
    posts: int
    usd: float


@translate_errors
class Searches:
    """Guarded writes of searches into their goals."""

    def __init__(self, events: GoalEvents) -> None:
        self._events = events

    def open(self, event_id: str, *, execution: str, at: datetime) -> None:
        """Tells the monitor that the search runs; one that is restarted keeps the time it was first opened."""
        begun = {"events.$._monitor_complete": True, "events.$._telemetry.opened_at": at}
        self._events.update(event_id, {"$set": begun}, guard={"_monitor_complete": False})
        self._events.update(event_id, {"$addToSet": {"events.$._telemetry.executions": execution}})

    def begin_again(self, event: EventDocument, *, execution: str, at: datetime) -> bool:
        """Opens a goal anew for another search, with a deadline of its own; False when somebody else did."""
        known = event["_telemetry"].get("executions", [])
        anew = {
            "events.$._monitor_complete": True,
            "events.$._download_complete": False,
            "events.$._telemetry.opened_at": at,
            "events.$._telemetry.started_at": at,
        }
        return self._events.update(
            event["_event_id"],
            {"$set": anew, "$addToSet": {"events.$._telemetry.executions": execution}},
            guard={"_telemetry.executions": {"$size": len(known)}} if known else None,
        )

    def keep_aliases(self, event_id: str, aliases: Sequence[str], source: AliasSource) -> None:
        """Keeps on the goal what its team is called, and who says so."""
        known = {"events.$._twitter_aliases": list(aliases), "events.$._telemetry.aliases_source": source}
        self._events.update(event_id, {"$set": known})

    def record(self, event_id: str, attempt: AttemptRecord, chosen: Sequence[ChosenPost], reading: PostsRead) -> bool:
        """Keeps an attempt, what it read and what it chose in one write; False when it is there already, or no goal."""
        posts = [post["tweet_id"] for post in chosen]
        return self._events.update(
            event_id,
            {
                "$set": {
                    **_sent(attempt["query"]),
                    "events.$._found_videos": list(reading.found),
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
        """Keeps that an attempt got no answer, so that "nothing was posted" and "we failed" stay apart."""
        self._events.update(
            event_id, {"$set": _sent(failure["query"]), "$push": {"events.$._telemetry.failed_searches": failure}}
        )


def _sent(query: str) -> dict[str, str]:
    """The goal keeps the last query as it was sent, to the letter; an attempt that asked nobody has none."""
    return {"events.$._twitter_search": query} if query else {}
