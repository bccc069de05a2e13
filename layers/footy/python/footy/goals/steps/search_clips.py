"""One lap of the search of a goal: the next attempt, a repeated download start, or a pause (S3)."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from math import ceil
from typing import Literal, TypedDict

from footy.core.errors import FootyError, RateLimited, UpstreamUnavailable, WriteConflict
from footy.core.executions import FAILED
from footy.core.telemetry import count, log_info, log_warning
from footy.goals.adapters.mongo.goals.searches import PostsRead
from footy.goals.container import GoalsContainer
from footy.goals.model.clips import ChosenPost
from footy.goals.model.documents import AttemptRecord, EventDocument
from footy.goals.model.ids import download_of
from footy.goals.search.budget import known_videos, posts_read, posts_to_read, posts_to_store, unread_since
from footy.goals.search.loop import (
    LoopState,
    Step,
    attempt_record,
    choose,
    chosen_in,
    next_step,
    seconds_to_register,
    seconds_to_wait,
    unregistered_attempts,
)
from footy.goals.search.names import player_names
from footy.goals.search.posts import FoundVideo, SearchAnswer, SearchQuery, best_variant
from footy.goals.search.query import build_query
from footy.goals.settings import Rules

Outcome = Literal["found", "rate_limited", "wait", "settle", "gone"]


class Input(TypedDict):
    """Goal, its last attempt, and the last attempt whose download was started."""

    event_id: str
    attempt: int
    started: int


class Output(TypedDict):
    """Outcome of the lap, the download to start if there is one, and the pause before the next lap."""

    outcome: Outcome
    attempt: int
    order: int
    download: str
    clips: list[ChosenPost]
    wait_seconds: int


def search_clips(request: Input, container: GoalsContainer) -> Output:
    """Take the next step of the search; a repeated request gets the same answer without another query."""
    event_id, last, now = request["event_id"], LoopState(request["attempt"], request["started"]), container.clock.now()
    event = container.events.find(event_id)
    if event is None:
        log_info("goal_gone")
        return _output("gone", last.attempt)
    restarts = {
        n: name for n in unregistered_attempts(event, last.started) if (name := _restart_of(n, event_id, container))
    }
    step = next_step(event, last, now, container.rules, restarts)
    match step.action:
        case "settle":
            log_info("search_settled", attempts=step.attempt, downloads=len(event["_download_workflows"]))
            return _output("settle", step.attempt)
        case "wait":
            return _output("wait", step.attempt, seconds_to_register(event, now, container.rules))
        case "order":
            name = restarts.get(step.order) or _restart_of(step.order, event_id, container)
            return _repeat_download(event, last, step, name or download_of(step.order, event_id), container)
        case "search":
            return _search(event_id, event, step.attempt, container)


def _output(
    outcome: Outcome,
    attempt: int,
    wait_seconds: int = 0,
    *,
    order: int = 0,
    download: str = "",
    clips: Sequence[ChosenPost] = (),
) -> Output:
    return {
        "outcome": outcome,
        "attempt": attempt,
        "order": order,
        "download": download,
        "clips": list(clips),
        "wait_seconds": wait_seconds,
    }


def _repeat_download(
    event: EventDocument, last: LoopState, step: Step, download: str, container: GoalsContainer
) -> Output:
    """Return an earlier attempt again whose download was not started, or whose execution failed (S4)."""
    now = container.clock.now()
    started = attempt_record(event, step.order)["at"] if step.attempt == step.order else now
    log_info("download_ordered_again", download_id=download)
    wait = seconds_to_wait(started, now, container.rules)
    order, clips = max(step.order, last.started), chosen_in(event, step.order)
    return _output("found", step.attempt, wait, order=order, download=download, clips=clips)


def _restart_of(attempt: int, event_id: str, container: GoalsContainer) -> str | None:
    """Return the name for a restart of a failed download; None if it did not fail or no restart is left."""
    names = (download_of(attempt, event_id, restarts) for restarts in range(container.rules.download_restarts + 1))
    try:
        for name, next_name in pairwise(names):
            if container.download_executions.status(name) not in FAILED:
                return None
            if container.download_executions.status(next_name) is None:
                return next_name
    except UpstreamUnavailable as failure:  # the next lap asks again
        log_warning("download_unknown", attempt=attempt, reason=str(failure))
    return None


def _search(event_id: str, event: EventDocument, attempt: int, container: GoalsContainer) -> Output:
    started = container.clock.now()
    try:
        chosen = _attempt(event, attempt, started, container)
    except RateLimited as refusal:
        # an answer instead of an error: the state machine waits, and does not retry
        wait = seconds_to_wait(started, container.clock.now(), container.rules)
        return _output("rate_limited", attempt, max(wait, ceil(refusal.retry_after)))
    wait = seconds_to_wait(started, container.clock.now(), container.rules)
    return _output("found", attempt, wait, order=attempt, download=download_of(attempt, event_id), clips=chosen)


def _attempt(event: EventDocument, attempt: int, started: datetime, container: GoalsContainer) -> list[ChosenPost]:
    query = _query(event, attempt, started, container)
    may_ask = query.most or not container.search_provider.pays
    answer = _ask(event, attempt, query, container) if may_ask else SearchAnswer(())
    videos = {video.tweet_id: video for video in (*known_videos(event), *answer.videos)}.values()
    choice = choose(videos, query.seen_ids, posted_after=query.posted_after, rules=container.rules)
    clips = [_chosen_post(video, attempt, container.rules) for video in choice.chosen]
    record: AttemptRecord = {
        "n": attempt,
        "at": started,
        "query": (answer.sent_text or query.text) if may_ask else "",
        "found": len(videos),
        "new": len(choice.new),
        "chosen": len(clips),
        "seconds": (container.clock.now() - started).total_seconds(),
        "skipped": dict(answer.skipped),
        "read": answer.paid,
    }
    posts = posts_read(event) + answer.paid
    later = posts_to_store(videos, query.posted_after, container.rules)
    reading = PostsRead(later, posts, round(posts * container.rules.post_usd, 3))
    if not container.searches.record(event["_event_id"], record, clips, reading):
        raise WriteConflict(f"attempt {attempt} of {event['_event_id']} is already recorded, or its goal was removed")
    _report(record)
    return clips


def _report(record: AttemptRecord) -> None:
    """Report the attempt; an attempt without budget and one without any post have names of their own."""
    facts = {key: value for key, value in record.items() if key != "at"}
    if not record["query"]:
        log_info("posts_used_up", **facts)
        count("PostBudgetsExhausted")
        return
    posted = record["found"] or record["skipped"]
    log_info("searched" if posted else "nothing_posted", **facts)
    count("ClipsFound", record["found"])
    if not posted:
        count("NothingPosted")
    if record["skipped"]:
        count("PostsSkipped", sum(record["skipped"].values()))


def _query(event: EventDocument, attempt: int, now: datetime, container: GoalsContainer) -> SearchQuery:
    rules, video_filter = container.rules, container.search_provider.video_filter
    names = player_names(event["player"].get("name") or "", most=rules.names_per_player)
    words = build_query(names, _aliases(event, now, container), limit=rules.query_length - len(video_filter) - 1)
    return SearchQuery(
        text=f"{words} {video_filter}",
        asked_at=now,
        max_age=timedelta(minutes=rules.tweet_age_minutes),
        seen_ids=frozenset(post["tweet_id"] for post in event["_discovered_videos"]),
        unread_since=unread_since(event, words, now, rules),
        read=frozenset(post["tweet_id"] for post in event.get("_found_videos", [])),
        most=posts_to_read(event, rules),
        first=attempt <= rules.first_attempts,
    )


def _aliases(event: EventDocument, now: datetime, container: GoalsContainer) -> Sequence[str]:
    """Return the aliases of the goal; replace a fallback when resolved ones are cached (A8)."""
    if event["_telemetry"].get("aliases_source") == "fallback":
        cached = container.aliases.find(event["team"]["id"], now)
        if cached and cached["source"] == "wikidata":
            container.searches.keep_aliases(event["_event_id"], cached["aliases"], cached["source"])
            log_info("aliases_learnt", aliases=cached["aliases"])
            return cached["aliases"]
    return event["_twitter_aliases"]


def _ask(event: EventDocument, attempt: int, query: SearchQuery, container: GoalsContainer) -> SearchAnswer:
    try:
        return container.search_provider.search(query)
    except FootyError as failure:
        error, text = type(failure).__name__, failure.sent_query or query.text
        container.searches.record_failure(
            event["_event_id"],
            {
                "n": attempt,
                "at": query.asked_at,
                "query": text,
                "seconds": (container.clock.now() - query.asked_at).total_seconds(),
                "error": error,
            },
        )
        log_warning("search_failed", n=attempt, query=text, error=error, reason=str(failure))
        count("SearchesFailed")
        raise


def _chosen_post(video: FoundVideo, attempt: int, rules: Rules) -> ChosenPost:
    best = best_variant(video.variants, rules.clip_max_height)
    return {
        "url": video.url,
        "tweet_id": video.tweet_id,
        "attempt": attempt,
        "video_url": best.url if best else None,
        "duration": video.duration,
    }
