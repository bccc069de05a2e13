"""Ends a tick: what is over is closed, archived and cleared away, and the next one may begin."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import TypedDict

from footy.core.errors import UpstreamUnavailable
from footy.core.telemetry import count, isolate_failure, log_info, log_warning, record_seconds
from footy.goals.capacity.capacity_type import split_by_capacity_type
from footy.goals.capacity.pool import instances_needed, pool_of
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.fixtures.goal.stage import stage_of
from footy.goals.fixtures.lifecycle.overdue import overdue_target
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import fixture_of
from footy.goals.page.report import report_of
from footy.goals.services.fixture_moves import may_be_archived
from footy.goals.services.goal_completion import close_goals
from footy.goals.settings import Rules

SECONDS_TO = {"stable": "SecondsToStable", "first_clip": "SecondsToFirstClip", "complete": "SecondsToComplete"}


class Input(TypedDict):
    """Which tick."""

    tick: str


class Output(TypedDict):
    """Which fixtures were archived, and which left because nothing happened to them any more."""

    completed: list[int]
    overdue: list[int]


def finish_tick(request: Input, container: GoalsContainer) -> Output:
    """Closes goals whose time is up, sends on fixtures that are over, and makes way."""
    now = container.clock.now()
    try:
        open_goals = container.open_goals.find()
        close_goals(open_goals, container)
        _count_open(open_goals)
        archived = _archive(now, container)
        ended: Output = {"completed": sorted(archived), "overdue": sorted(_let_go(now, container))}
        _size_clips_pool(sum(map(_is_on, open_goals)), container)
    finally:
        container.leases.release(request["tick"], now)
    container.leases.note_tick(request["tick"], "finished")
    # people are told when this is missing: a tick that was skipped or lost has not got here
    count("TicksFinished")
    return ended


def _count_open(goals: Collection[EventDocument]) -> None:
    """How many goals people wait for at this moment, and how many of those they can watch already."""
    looks = [(goal, partial(stage_of, goal)) for goal in goals]
    stages = Counter(isolate_failure(fixture_of(goal["_event_id"]), look, otherwise=None) for goal, look in looks)
    count("GoalsConfirming", stages["validating"])
    count("GoalsSearching", stages["extracting"])
    count("GoalsWatchable", stages["watching"])


def _is_on(goal: EventDocument) -> bool:
    """One of which clips may be searched; a goal that cannot be judged holds no worker."""
    return isolate_failure(fixture_of(goal["_event_id"]), partial(scorer_known, goal), otherwise=False)


def _size_clips_pool(active: int, container: GoalsContainer) -> None:
    """As many workers as the goals ask for, from their first sight on: a start hides in the debounce."""
    wanted = instances_needed(active, pool_of("clips", container.rules), is_open=active > 0)
    try:
        pool = container.clips_pool
        standing = pool.standing()
        safe, *spare = pool.services
        asked = {safe: wanted}
        if spare:
            asked[spare[0]], asked[safe] = split_by_capacity_type(wanted, standing[spare[0]])
        changes = {name: workers for name, workers in asked.items() if standing[name].desired != workers}
        for name, workers in changes.items():
            pool.hold(name, workers)
    except (UpstreamUnavailable, KeyError) as failure:
        log_warning("clips_pool_unknown", goals=active, reason=repr(failure))
        count("PoolUnknown")
        return
    if changes:
        log_info("clips_pool_sized", goals=active, workers=changes)
    if spare and standing[spare[0]].short:
        count("SpareCapacityMissing", standing[spare[0]].short)


def _archive(now: datetime, container: GoalsContainer) -> Collection[int]:
    over = may_be_archived(now, container.rules)
    ready = {document["_id"]: document for document in container.active.ended() if over(document)}
    if not ready:
        return frozenset()
    archived = container.moves.move(ready, "active", "completed", now, only_if=over)
    container.live.forget(archived)
    log_info("fixtures_moved", ids=sorted(archived), to="completed")
    _say_archived(ready[fixture_id] for fixture_id in archived)
    return archived


def _say_archived(fixtures: Iterable[FixtureDocument]) -> None:
    """The last line of each goal's story."""
    for fixture in fixtures:
        for goal in fixture.get("events", []):
            log_info("goal_archived", event_id=goal["_event_id"], clips=len(goal["_s3_videos"]))
            isolate_failure(fixture["_id"], partial(_count_goal, goal), otherwise=None)


def _count_goal(goal: EventDocument) -> None:
    """What dashboards show of a goal, counted once: when nothing of it changes any more."""
    report = report_of(goal)
    count("GoalsArchived")
    count("GoalsWithClip", bool(report.clips))
    count("GoalsVerified", report.verified)
    count("SearchesMade", report.attempts)
    count("PostsDollars", report.dollars)
    count("ClipsPublished", report.outcomes.get("published", 0))
    count("ClipsTurnedAway", report.outcomes.get("turned_away", 0))
    count("ClipsFailed", report.outcomes.get("failed", 0))
    for what, seconds in report.seconds.items():
        record_seconds(SECONDS_TO[what], seconds)


def _let_go(now: datetime, container: GoalsContainer) -> Collection[int]:
    """Fixtures of which nothing new comes: some are played another day, the others are archived as they are."""
    gone: set[int] = set()
    for place, late in _overdue(now, container).items():
        leaving = container.active.leaving(late) if place == "completed" else []
        moved = container.moves.move(
            late, "active", place, now, only_if=partial(_still_leaves, place, now, container.rules)
        )
        container.live.forget(moved)
        log_warning("fixtures_overdue", ids=sorted(moved), to=place)
        count("FixturesOverdue", len(moved))
        _say_archived(document for document in leaving if document["_id"] in moved)
        gone |= moved
    return gone


def _overdue(now: datetime, container: GoalsContainer) -> dict[CollectionName, set[int]]:
    late: dict[CollectionName, set[int]] = defaultdict(set)
    for document in container.active.unchanged_since(now - timedelta(minutes=container.rules.quiet_minutes)):
        leave = partial(overdue_target, document, now, container.rules)
        if place := isolate_failure(document["_id"], leave, otherwise=None):
            late[place].add(document["_id"])
    return late


def _still_leaves(place: CollectionName, now: datetime, rules: Rules, document: FixtureDocument) -> bool:
    return overdue_target(document, now, rules) == place
