"""The loop of one goal's search: go on or stop, what to choose, how long to wait."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from typing import Literal

from footy.search.providers.base import FoundVideo
from footy.settings import Rules
from footy.store.documents import AttemptRecord, Discovered, EventDocument

Action = Literal["search", "settle", "gone"]


@dataclass(frozen=True, slots=True)
class Step:
    """What the search of a goal does next, and the number of that attempt."""

    action: Action
    attempt: int


@dataclass(frozen=True, slots=True)
class Choice:
    """Of what a search found: what no earlier attempt chose, and what this one downloads."""

    new: tuple[FoundVideo, ...]
    chosen: tuple[FoundVideo, ...]


def next_step(event: EventDocument | None, attempt: int, rules: Rules) -> Step:
    """After `attempt`: another search while downloads are missing and attempts are left."""
    if event is None:
        return Step("gone", attempt)
    enough = len(event["_download_workflows"]) >= rules.searches_per_goal
    if enough or event["_download_complete"] or attempt >= rules.attempts_per_goal:
        return Step("settle", attempt)
    return Step("search", attempt + 1)


def last_attempt(event: EventDocument) -> int:
    """The number a restarted search goes on from, so that no download's name is used twice."""
    telemetry = event["_telemetry"]
    tried = [record["n"] for record in telemetry.get("attempts", [])]
    failed = [record["n"] for record in telemetry.get("failed_searches", [])]
    return max(tried + failed, default=0)


def recorded(event: EventDocument, attempt: int) -> AttemptRecord | None:
    """What this attempt did, if it was made already."""
    return next((record for record in event["_telemetry"].get("attempts", []) if record["n"] == attempt), None)


def chosen_in(event: EventDocument, attempt: int) -> list[Discovered]:
    """The posts which that attempt chose."""
    return [post for post in event["_discovered_videos"] if post["attempt"] == attempt]


def choose(found: Iterable[FoundVideo], seen: frozenset[str], *, posted_after: datetime, rules: Rules) -> Choice:
    """The longest of what is new and recent, among those whose known length can become a clip at all."""
    by_id = {video.tweet_id: video for video in found}
    new = tuple(video for video in by_id.values() if video.tweet_id not in seen and _is_recent(video, posted_after))
    usable = (video for video in new if _can_be_a_clip(video, rules))
    longest = sorted(usable, key=lambda video: (-(video.duration or 0), video.tweet_id))
    return Choice(new, tuple(longest[: rules.clips_per_attempt]))


def seconds_to_wait(started: datetime, now: datetime, rules: Rules) -> int:
    """Attempts start a fixed time apart, with a gap after a long one."""
    elapsed = (now - started).total_seconds()
    return max(rules.attempt_gap_seconds, ceil(rules.attempt_seconds - elapsed))


def _is_recent(video: FoundVideo, posted_after: datetime) -> bool:
    return video.posted_at is None or video.posted_at >= posted_after


def _can_be_a_clip(video: FoundVideo, rules: Rules) -> bool:
    """A length that the filters refuse later must not take the place of a clip now."""
    return video.duration is None or rules.clip_min_seconds <= video.duration <= rules.clip_max_seconds
