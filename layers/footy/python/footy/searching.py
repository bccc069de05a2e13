"""Use cases of a goal's search: open it, decide the next attempt, make it, and see whether the goal is complete."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TypedDict

from footy.clips.manifest import WantedClip
from footy.clock import Clock
from footy.errors import FootyError, WriteConflict
from footy.fixtures.completion import goal_over
from footy.naming import aliases_now, team_credited
from footy.search.candidates import NamesOf
from footy.search.loop import Action, choose, chosen_in, last_attempt, next_step, recorded, seconds_to_wait
from footy.search.names import player_names
from footy.search.providers.base import FoundVideo, SearchAnswer, SearchProvider, SearchQuery, best_variant
from footy.search.query import build_query
from footy.settings import Rules
from footy.store.aliases import Aliases
from footy.store.documents import Discovered, EventDocument, FixtureDocument
from footy.store.downloads import Downloads
from footy.store.events import Events
from footy.store.searches import Searches
from footy.telemetry import count, say, warn


class Opened(TypedDict):
    """Whether there is a goal, the last attempt an earlier execution made, and the waits of the loop."""

    exists: bool
    attempt: int
    pace_seconds: int
    settle_seconds: int


class Next(TypedDict):
    """What the search does next."""

    action: Action
    attempt: int


class Order(TypedDict):
    """The download that follows an attempt, and how long the next attempt has to wait."""

    download: str
    clips: list[WantedClip]
    wait_seconds: int


class Completion(TypedDict):
    """Whether the goal is complete by now."""

    complete: bool


def open_search(
    event_id: str,
    execution: str,
    *,
    events: Events,
    searches: Searches,
    aliases: Aliases,
    names_of: NamesOf,
    clock: Clock,
    rules: Rules,
) -> Opened:
    """The first act of a search: the monitor is told that it runs, and the goal learns its team's aliases."""
    now = clock.now()
    searches.open(event_id, execution=execution, at=now)
    found = events.find_with_fixture(event_id)
    if found:
        _name_team(*found, searches=searches, aliases=aliases, names_of=names_of, now=now, rules=rules)
    return {
        "exists": found is not None,
        "attempt": last_attempt(found[1]) if found else 0,
        "pace_seconds": rules.attempt_seconds,
        "settle_seconds": rules.settle_minutes * 60,
    }


def next_attempt(event_id: str, attempt: int, *, events: Events, rules: Rules) -> Next:
    """What comes after that attempt."""
    step = next_step(events.find(event_id), attempt, rules)
    return {"action": step.action, "attempt": step.attempt}


def search_clips(
    event_id: str,
    attempt: int,
    *,
    events: Events,
    searches: Searches,
    provider: SearchProvider,
    clock: Clock,
    rules: Rules,
) -> Order:
    """One attempt. Asked again for an attempt that was made, it answers the same and searches nothing."""
    started = clock.now()
    event = events.find(event_id)
    made = recorded(event, attempt) if event else None
    if event is None:
        chosen: Sequence[Discovered] = []
    elif made:
        started, chosen = made["at"], chosen_in(event, attempt)
    else:
        chosen = _attempt(event, attempt, started, searches=searches, provider=provider, clock=clock, rules=rules)
    return {
        "download": f"download{attempt}-{event_id}",
        "clips": [_wanted(post) for post in chosen],
        "wait_seconds": seconds_to_wait(started, clock.now(), rules),
    }


def check_completion(event_id: str, *, events: Events, downloads: Downloads, clock: Clock, rules: Rules) -> Completion:
    """The failsafe after the loop: marks the goal complete when every download is through or its time is over."""
    event = events.find(event_id)
    if event is None or event["_download_complete"]:
        return {"complete": event is not None}
    now = clock.now()
    because = goal_over(event, now, rules)
    return {"complete": because is not None and downloads.complete(event, at=now, because=because)}


def _name_team(
    fixture: FixtureDocument,
    event: EventDocument,
    *,
    searches: Searches,
    aliases: Aliases,
    names_of: NamesOf,
    now: datetime,
    rules: Rules,
) -> None:
    """A search that is opened again keeps the aliases it had."""
    if event["_twitter_aliases"]:
        return
    team = team_credited(fixture, event, rules)
    known = aliases_now(team, aliases=aliases, names_of=names_of, now=now, rules=rules)
    query = build_query(player_names(_scorer(event)), known, limit=rules.query_length)
    searches.keep_aliases(event["_event_id"], aliases=known, query=query)


def _attempt(
    event: EventDocument,
    attempt: int,
    started: datetime,
    *,
    searches: Searches,
    provider: SearchProvider,
    clock: Clock,
    rules: Rules,
) -> list[Discovered]:
    query = _query(event, started, provider.video_filter, rules)
    answer = _ask(event, attempt, query, searches=searches, provider=provider)
    choice = choose(answer.videos, query.seen, posted_after=query.posted_after, rules=rules)
    posts = [_discovered(video, attempt, rules) for video in choice.chosen]
    counts = {"found": len(answer.videos), "new": len(choice.new), "chosen": len(posts)}
    written = searches.record(
        event["_event_id"],
        {
            "n": attempt,
            "at": started,
            "query": query.text,
            "found": len(answer.videos),
            "new": len(choice.new),
            "chosen": len(posts),
            "seconds": (clock.now() - started).total_seconds(),
            "skipped": dict(answer.skipped),
        },
        posts,
    )
    if not written:
        raise WriteConflict(
            f"attempt {attempt} of {event['_event_id']} was recorded by somebody else, or its goal is gone"
        )
    say("searched", query=query.text, **counts, skipped=answer.skipped)
    count("ClipsFound", len(answer.videos))
    return posts


def _query(event: EventDocument, now: datetime, video_filter: str, rules: Rules) -> SearchQuery:
    room = rules.query_length - len(video_filter) - 1
    words = build_query(player_names(_scorer(event)), event["_twitter_aliases"], limit=room)
    return SearchQuery(
        text=f"{words} {video_filter}",
        asked_at=now,
        max_age=timedelta(minutes=rules.tweet_age_minutes),
        seen=frozenset(post["tweet_id"] for post in event["_discovered_videos"]),
    )


def _ask(
    event: EventDocument, attempt: int, query: SearchQuery, *, searches: Searches, provider: SearchProvider
) -> SearchAnswer:
    try:
        return provider.search(query)
    except FootyError as failure:
        error = type(failure).__name__
        searches.record_failure(
            event["_event_id"], {"n": attempt, "at": query.asked_at, "query": query.text, "error": error}
        )
        warn("search_failed", error=error, reason=str(failure))
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
