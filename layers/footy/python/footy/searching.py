"""Use cases of a goal's search: make the next attempt, and see whether the goal is complete."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Literal, TypedDict

from footy.clips.manifest import WantedClip
from footy.clock import Clock
from footy.errors import FootyError, RateLimited, WriteConflict
from footy.fixtures.completion import goal_over
from footy.search.loop import (
    Lap,
    Step,
    choose,
    chosen_in,
    download_of,
    next_step,
    recorded,
    seconds_to_register,
    seconds_to_wait,
)
from footy.search.names import player_names
from footy.search.providers.base import FoundVideo, SearchAnswer, SearchProvider, SearchQuery, best_variant
from footy.search.query import build_query
from footy.settings import Rules
from footy.store.documents import AttemptRecord, Discovered, EventDocument
from footy.store.downloads import Downloads
from footy.store.events import Events
from footy.store.searches import Searches
from footy.telemetry import count, say, warn

Outcome = Literal["found", "rate_limited", "wait", "settle", "gone"]


class Order(TypedDict):
    """What an attempt came to: a download to start if something was searched, and how long the next one waits."""

    outcome: Outcome
    attempt: int
    order: int
    download: str
    clips: list[WantedClip]
    wait_seconds: int


@dataclass(frozen=True, slots=True)
class _Ports:
    """What one search needs of the world."""

    searches: Searches
    provider: SearchProvider
    clock: Clock
    rules: Rules


class Completion(TypedDict):
    """Whether the goal is complete by now."""

    complete: bool


def search_clips(
    event_id: str,
    last: Lap,
    *,
    events: Events,
    searches: Searches,
    provider: SearchProvider,
    clock: Clock,
    rules: Rules,
) -> Order:
    """What comes after that lap. Asked again after an attempt that was made, it answers the same, without a search."""
    now = clock.now()
    event = events.find(event_id)
    if event is None:
        return _no_order("gone", last.attempt, 0)
    step = next_step(event, last, now, rules)
    match step.action:
        case "settle":
            return _no_order("settle", step.attempt, 0)
        case "wait":
            return _no_order("wait", step.attempt, seconds_to_register(event, now, rules))
        case "order":
            return _order_again(event_id, event, step, clock=clock, rules=rules)
        case "search":
            ports = _Ports(searches, provider, clock, rules)
            return _search(event_id, event, step.attempt, now, ports)


def check_completion(event_id: str, *, events: Events, downloads: Downloads, clock: Clock, rules: Rules) -> Completion:
    """The failsafe after the loop: marks the goal complete when every download is through or its time is over."""
    event = events.find(event_id)
    if event is None or event["_download_complete"]:
        return {"complete": event is not None}
    now = clock.now()
    because = goal_over(event, now, rules)
    return {"complete": because is not None and downloads.complete(event, at=now, because=because)}


def _no_order(outcome: Outcome, attempt: int, wait_seconds: int) -> Order:
    return {
        "outcome": outcome,
        "attempt": attempt,
        "order": 0,
        "download": "",
        "clips": [],
        "wait_seconds": wait_seconds,
    }


def _order(event_id: str, step: Step, chosen: Sequence[Discovered], wait_seconds: int) -> Order:
    return {
        "outcome": "found",
        "attempt": step.attempt,
        "order": step.order,
        "download": download_of(step.order, event_id),
        "clips": [_wanted(post) for post in chosen],
        "wait_seconds": wait_seconds,
    }


def _order_again(event_id: str, event: EventDocument, step: Step, *, clock: Clock, rules: Rules) -> Order:
    """The order of an attempt whose download is not started yet, in this lap or in an earlier one."""
    now = clock.now()
    made = recorded(event, step.order)["at"]
    same_lap = step.attempt == step.order
    return _order(event_id, step, chosen_in(event, step.order), seconds_to_wait(made if same_lap else now, now, rules))


def _search(event_id: str, event: EventDocument, attempt: int, started: datetime, ports: _Ports) -> Order:
    try:
        chosen = _attempt(event, attempt, started, ports)
    except RateLimited as told:
        # an answer, not a failure of the function: the machine waits as told, and nothing is retried
        wait = seconds_to_wait(started, ports.clock.now(), ports.rules)
        return _no_order("rate_limited", attempt, max(wait, ceil(told.retry_after)))
    wait = seconds_to_wait(started, ports.clock.now(), ports.rules)
    return _order(event_id, Step("search", attempt, attempt), chosen, wait)


def _attempt(event: EventDocument, attempt: int, started: datetime, ports: _Ports) -> list[Discovered]:
    query = _query(event, started, ports.provider.video_filter, ports.rules)
    answer = _ask(event, attempt, query, ports)
    choice = choose(answer.videos, query.seen, posted_after=query.posted_after, rules=ports.rules)
    posts = [_discovered(video, attempt, ports.rules) for video in choice.chosen]
    record: AttemptRecord = {
        "n": attempt,
        "at": started,
        "query": query.text,
        "found": len(answer.videos),
        "new": len(choice.new),
        "chosen": len(posts),
        "seconds": (ports.clock.now() - started).total_seconds(),
        "skipped": dict(answer.skipped),
    }
    if not ports.searches.record(event["_event_id"], record, posts):
        raise WriteConflict(
            f"attempt {attempt} of {event['_event_id']} was recorded by somebody else, or its goal is gone"
        )
    _tell(record)
    return posts


def _tell(record: AttemptRecord) -> None:
    """A search that found nothing is told apart from one that failed, and from one that found nothing usable."""
    posted = record["found"] or record["skipped"]
    say("searched" if posted else "nothing_posted", **{key: value for key, value in record.items() if key != "at"})
    count("ClipsFound", record["found"])
    if not posted:
        count("NothingPosted")
    if record["skipped"]:
        count("PostsSkipped", sum(record["skipped"].values()))


def _query(event: EventDocument, now: datetime, video_filter: str, rules: Rules) -> SearchQuery:
    room = rules.query_length - len(video_filter) - 1
    names = player_names(_scorer(event), most=rules.names_per_player)
    words = build_query(names, event["_twitter_aliases"], limit=room)
    return SearchQuery(
        text=f"{words} {video_filter}",
        asked_at=now,
        max_age=timedelta(minutes=rules.tweet_age_minutes),
        seen=frozenset(post["tweet_id"] for post in event["_discovered_videos"]),
    )


def _ask(event: EventDocument, attempt: int, query: SearchQuery, ports: _Ports) -> SearchAnswer:
    try:
        return ports.provider.search(query)
    except FootyError as failure:
        error = type(failure).__name__
        ports.searches.record_failure(
            event["_event_id"],
            {
                "n": attempt,
                "at": query.asked_at,
                "query": query.text,
                "seconds": (ports.clock.now() - query.asked_at).total_seconds(),
                "error": error,
            },
        )
        warn("search_failed", n=attempt, query=query.text, error=error, reason=str(failure))
        count("SearchesFailed")
        raise


def _discovered(video: FoundVideo, attempt: int, rules: Rules) -> Discovered:
    best = best_variant(video.variants, rules.clip_max_height)
    return {
        "url": video.url,
        "tweet_id": video.tweet_id,
        "attempt": attempt,
        "video_url": best.url if best else None,
        "duration": video.duration,
    }


def _wanted(post: Discovered) -> WantedClip:
    return {
        "tweet_id": post["tweet_id"],
        "source_url": post["url"],
        "video_url": post["video_url"],
        "duration": post["duration"],
    }


def _scorer(event: EventDocument) -> str:
    return event["player"].get("name") or ""
