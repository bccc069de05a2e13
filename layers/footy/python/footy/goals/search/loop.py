"""The loop of one goal's search: go on or stop, what to choose, how long to wait."""

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
    """Where a loop stands: its last attempt, and the last one whose download it has started."""

    attempt: int
    started: int


@dataclass(frozen=True, slots=True)
class Step:
    """What a search does next, as which attempt; `order` is the attempt whose download is started."""

    action: Action
    attempt: int
    order: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Of what a search found: what no earlier attempt chose, and what this one downloads."""

    new: tuple[FoundVideo, ...]
    chosen: tuple[FoundVideo, ...]


def next_step(event: EventDocument, last: LoopState, now: datetime, rules: Rules, lost: Collection[int] = ()) -> Step:
    """Another search while downloads are missing; what was searched but not started goes first and costs no search.

    Not started are also the attempts whose downloads are `lost`: they died before their goal knew of them.
    """
    newest = _newest(event)
    if _over(event, now, rules) or last.attempt >= rules.attempts_per_goal:
        return Step("settle", last.attempt)
    if lost:
        return Step("order", max(last.attempt + 1, newest), min(lost))
    if newest > last.started and newest not in _heard_of(event):
        return Step("order", max(last.attempt + 1, newest), newest)
    if len(_registered(event) | _expected(event, now, rules)) >= rules.searches_per_goal:
        return Step("wait", last.attempt)
    attempt = max(last.attempt, newest) + 1
    return Step("search", attempt, attempt) if attempt <= rules.attempts_per_goal else Step("settle", last.attempt)


def unregistered_attempts(event: EventDocument, started: int) -> list[int]:
    """The attempts whose downloads were started, and of which their goal has not heard."""
    heard = _heard_of(event)
    made = (record["n"] for record in event["_telemetry"].get("attempts", []))
    return [attempt for attempt in made if attempt <= started and attempt not in heard]


def resume_state(event: EventDocument) -> LoopState:
    """Where a restarted search goes on, so that no download's name is used twice and no order is lost."""
    newest = _newest(event)
    failed = [record["n"] for record in event["_telemetry"].get("failed_searches", [])]
    return LoopState(max([newest, *failed]), newest if newest in _heard_of(event) else max(0, newest - 1))


def attempt_record(event: EventDocument, attempt: int) -> AttemptRecord:
    """What an attempt did that was made."""
    return next(record for record in event["_telemetry"]["attempts"] if record["n"] == attempt)


def chosen_in(event: EventDocument, attempt: int) -> list[ChosenPost]:
    """The posts which that attempt chose."""
    return [post for post in event["_discovered_videos"] if post["attempt"] == attempt]


def choose(found: Iterable[FoundVideo], seen: frozenset[str], *, posted_after: datetime, rules: Rules) -> Choice:
    """The longest of what is new and recent, among those whose known length can become a clip at all."""
    by_id = {video.tweet_id: video for video in found}
    new = tuple(video for video in by_id.values() if video.tweet_id not in seen and _is_recent(video, posted_after))
    usable = (video for video in new if not wrong_length(video.duration, rules))  # it must not take a clip's place
    longest = sorted(usable, key=lambda video: (-(video.duration or 0), video.tweet_id))
    return Choice(new, tuple(longest[: rules.clips_per_attempt]))


def seconds_to_register(event: EventDocument, now: datetime, rules: Rules) -> int:
    """How long to wait for the newest download to register itself before looking again."""
    newest = max(record["at"] for record in event["_telemetry"]["attempts"])
    left = newest + timedelta(seconds=rules.registration_seconds) - now
    return min(rules.attempt_seconds, max(rules.attempt_gap_seconds, ceil(left.total_seconds())))


def seconds_to_wait(started: datetime, now: datetime, rules: Rules) -> int:
    """Attempts start a fixed time apart, with a gap after a long one."""
    elapsed = (now - started).total_seconds()
    return max(rules.attempt_gap_seconds, ceil(rules.attempt_seconds - elapsed))


def _is_recent(video: FoundVideo, posted_after: datetime) -> bool:
    return video.posted_at is None or video.posted_at >= posted_after


def _over(event: EventDocument, now: datetime, rules: Rules) -> bool:
    enough = len(event["_download_workflows"]) >= rules.searches_per_goal
    return enough or event["_download_complete"] or past_deadline(event, now, rules)


def _registered(event: EventDocument) -> frozenset[int]:
    """The attempts whose downloads are registered, under whatever id their goal had then."""
    return _attempts_of(event["_download_workflows"])


def _heard_of(event: EventDocument) -> frozenset[int]:
    """Those, and the ones that could not be registered and came to their end without."""
    return _registered(event) | _attempts_of(event["_finished_downloads"])


def _attempts_of(downloads: Iterable[str]) -> frozenset[int]:
    return frozenset(attempt for attempt in map(attempt_of, downloads) if attempt is not None)


def _newest(event: EventDocument) -> int:
    """The last attempt that got an answer; 0 before the first."""
    return max((record["n"] for record in event["_telemetry"].get("attempts", [])), default=0)


def _expected(event: EventDocument, now: datetime, rules: Rules) -> frozenset[int]:
    """Attempts made so lately that their downloads may still register themselves."""
    earliest = now - timedelta(seconds=rules.registration_seconds)
    return frozenset(record["n"] for record in event["_telemetry"].get("attempts", []) if record["at"] > earliest)
