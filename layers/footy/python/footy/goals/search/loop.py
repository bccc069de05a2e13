"""Loop of a goal's search: next step, choice of posts, pauses (S3, S4, S9)."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Literal

from footy.goals.clips.filters import wrong_length
from footy.goals.fixtures.lifecycle.completion import past_deadline
from footy.goals.model.clips import ChosenPost
from footy.goals.model.documents import AttemptRecord, EventDocument
from footy.goals.model.ids import attempt_of
from footy.goals.search.posts import FoundVideo
from footy.goals.settings import Rules

Action = Literal["search", "order", "wait", "settle"]


@dataclass(frozen=True, slots=True)
class LoopState:
    """Last attempt, and the last attempt whose download was started."""

    attempt: int
    started: int


@dataclass(frozen=True, slots=True)
class Step:
    """Next step of a search; `order` is the attempt whose download is started."""

    action: Action
    attempt: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """New posts of an answer, and those that this attempt downloads."""

    new: tuple[FoundVideo, ...]
    chosen: tuple[FoundVideo, ...]


def next_step(
    event: EventDocument, last: LoopState, now: datetime, rules: Rules, unregistered: Collection[int] = ()
) -> Step:
    """Return the next step: downloads that did not start come first, and cost no search (S4).

    `unregistered` are attempts whose downloads ended before they were registered.
    """
    newest = _newest(event)
    if _over(event, now, rules) or last.attempt >= rules.attempts_per_goal:
        return Step("settle", last.attempt)
    if unregistered:
        return Step("order", max(last.attempt + 1, newest), min(unregistered))
    if newest > last.started and newest not in _registered_or_ended(event):
        return Step("order", max(last.attempt + 1, newest), newest)
    if len(_registered(event) | _may_still_register(event, now, rules)) >= rules.searches_per_goal:
        return Step("wait", last.attempt)
    attempt = max(last.attempt, newest) + 1
    return Step("search", attempt, attempt) if attempt <= rules.attempts_per_goal else Step("settle", last.attempt)


def unregistered_attempts(event: EventDocument, started: int) -> list[int]:
    """Return the attempts whose downloads were started but never registered."""
    registered = _registered_or_ended(event)
    attempts = (record["n"] for record in event["_telemetry"].get("attempts", []))
    return [attempt for attempt in attempts if attempt <= started and attempt not in registered]


def resume_state(event: EventDocument) -> LoopState:
    """Return the state in which a restarted search continues, without reusing a download's name."""
    newest = _newest(event)
    failed = [record["n"] for record in event["_telemetry"].get("failed_searches", [])]
    return LoopState(max([newest, *failed]), newest if newest in _registered_or_ended(event) else max(0, newest - 1))


def attempt_record(event: EventDocument, attempt: int) -> AttemptRecord:
    """Return the record of an attempt."""
    return next(record for record in event["_telemetry"]["attempts"] if record["n"] == attempt)


def chosen_in(event: EventDocument, attempt: int) -> list[ChosenPost]:
    """Return the posts that an attempt chose."""
    return [post for post in event["_discovered_videos"] if post["attempt"] == attempt]


def choose(videos: Iterable[FoundVideo], seen_ids: frozenset[str], *, posted_after: datetime, rules: Rules) -> Choice:
    """Choose the longest new and recent videos whose duration is allowed (S3)."""
    by_id = {video.tweet_id: video for video in videos}
    new = tuple(video for video in by_id.values() if video.tweet_id not in seen_ids and _is_recent(video, posted_after))
    downloadable = (video for video in new if not wrong_length(video.duration, rules))
    longest = sorted(downloadable, key=lambda video: (-(video.duration or 0), video.tweet_id))
    return Choice(new, tuple(longest[: rules.clips_per_attempt]))


def seconds_to_register(event: EventDocument, now: datetime, rules: Rules) -> int:
    """Return how long to wait for the newest download to register itself."""
    newest = max(record["at"] for record in event["_telemetry"]["attempts"])
    remaining = newest + timedelta(seconds=rules.registration_seconds) - now
    return min(rules.attempt_seconds, max(rules.attempt_gap_seconds, ceil(remaining.total_seconds())))


def seconds_to_wait(started: datetime, now: datetime, rules: Rules) -> int:
    """Return the pause before the next attempt: start to start, with a gap after a long attempt (S3)."""
    elapsed = (now - started).total_seconds()
    return max(rules.attempt_gap_seconds, ceil(rules.attempt_seconds - elapsed))


def _is_recent(video: FoundVideo, posted_after: datetime) -> bool:
    return video.posted_at is None or video.posted_at >= posted_after


def _over(event: EventDocument, now: datetime, rules: Rules) -> bool:
    enough = len(event["_download_workflows"]) >= rules.searches_per_goal
    return enough or event["_download_complete"] or past_deadline(event, now, rules)


def _registered(event: EventDocument) -> frozenset[int]:
    """Return the attempts whose downloads are registered, under any id of their goal."""
    return _attempts_of(event["_download_workflows"])


def _registered_or_ended(event: EventDocument) -> frozenset[int]:
    """Return the registered attempts and those that ended without registration."""
    return _registered(event) | _attempts_of(event["_finished_downloads"])


def _attempts_of(downloads: Iterable[str]) -> frozenset[int]:
    return frozenset(attempt for attempt in map(attempt_of, downloads) if attempt is not None)


def _newest(event: EventDocument) -> int:
    """Return the last attempt that got an answer, else 0."""
    return max((record["n"] for record in event["_telemetry"].get("attempts", [])), default=0)


def _may_still_register(event: EventDocument, now: datetime, rules: Rules) -> frozenset[int]:
    """Return the recent attempts whose downloads may still register themselves."""
    earliest = now - timedelta(seconds=rules.registration_seconds)
    return frozenset(record["n"] for record in event["_telemetry"].get("attempts", []) if record["at"] > earliest)
