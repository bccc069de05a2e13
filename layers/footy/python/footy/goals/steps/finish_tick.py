"""Last step of a tick: close goals, archive fixtures, size the clips pool, release the lease."""

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
    """Id of the tick."""

    tick: str


class Output(TypedDict):
    """Ids of the fixtures that were archived, and of those that left because nothing changed any more."""

    completed: list[int]
    overdue: list[int]


def finish_tick(request: Input, container: GoalsContainer) -> Output:
    """Close goals, move fixtures that are over or overdue, and release the lease of the tick."""
    now = container.clock.now()
    try:
        open_goals = container.open_goals.find()
        close_goals(open_goals, container)
        _count_open(open_goals)
        archived = _archive(now, container)
        overdue = _move_overdue(now, container)
        _size_clips_pool(sum(map(_is_searchable, open_goals)), container)
    finally:
        container.leases.release(request["tick"], now)
    container.leases.note_tick(request["tick"], "finished")
    # an alarm watches for the absence of this metric
    count("TicksFinished")
    return {"completed": sorted(archived), "overdue": sorted(overdue)}


def _count_open(goals: Collection[EventDocument]) -> None:
    stages = Counter(
        isolate_failure(fixture_of(goal["_event_id"]), partial(stage_of, goal), otherwise=None) for goal in goals
    )
    count("GoalsConfirming", stages["validating"])
    count("GoalsSearching", stages["extracting"])
    count("GoalsWatchable", stages["watching"])


def _is_searchable(goal: EventDocument) -> bool:
    return isolate_failure(fixture_of(goal["_event_id"]), partial(scorer_known, goal), otherwise=False)


def _size_clips_pool(goals: int, container: GoalsContainer) -> None:
    """Request workers from the first sight of a goal on, so that they start during the debounce."""
    needed = instances_needed(goals, pool_of("clips", container.rules), is_open=goals > 0)
    try:
        pool = container.clips_pool
        services = pool.standing()
        on_demand, *spot = pool.services
        sizes = {on_demand: needed}
        if spot:
            sizes[spot[0]], sizes[on_demand] = split_by_capacity_type(needed, services[spot[0]])
        changes = {name: workers for name, workers in sizes.items() if services[name].desired != workers}
        for name, workers in changes.items():
            pool.hold(name, workers)
    except (UpstreamUnavailable, KeyError) as failure:
        log_warning("clips_pool_unknown", goals=goals, reason=repr(failure))
        count("PoolUnknown")
        return
    if changes:
        log_info("clips_pool_sized", goals=goals, workers=changes)
    if spot and services[spot[0]].short:
        count("SpotCapacityMissing", services[spot[0]].short)


def _archive(now: datetime, container: GoalsContainer) -> Collection[int]:
    is_over = may_be_archived(now, container.rules)
    fixtures = {document["_id"]: document for document in container.active.ended() if is_over(document)}
    if not fixtures:
        return frozenset()
    archived = container.moves.move(fixtures, "active", "completed", now, only_if=is_over)
    container.live.forget(archived)
    log_info("fixtures_moved", ids=sorted(archived), to="completed")
    _report_goals(fixtures[fixture_id] for fixture_id in archived)
    return archived


def _report_goals(fixtures: Iterable[FixtureDocument]) -> None:
    for fixture in fixtures:
        for goal in fixture.get("events", []):
            log_info("goal_archived", event_id=goal["_event_id"], clips=len(goal["_s3_videos"]))
            isolate_failure(fixture["_id"], partial(_count_goal, goal), otherwise=None)


def _count_goal(goal: EventDocument) -> None:
    """Count the figures of one goal for the dashboards, once it cannot change any more."""
    report = report_of(goal)
    count("GoalsArchived")
    count("GoalsWithClip", bool(report.clips))
    count("GoalsVerified", report.verified)
    count("SearchesMade", report.attempts)
    count("PostsDollars", report.dollars)
    count("ClipsPublished", report.outcomes.get("published", 0))
    count("ClipsRejected", report.outcomes.get("turned_away", 0))
    count("ClipsFailed", report.outcomes.get("failed", 0))
    for moment, seconds in report.seconds.items():
        record_seconds(SECONDS_TO[moment], seconds)


def _move_overdue(now: datetime, container: GoalsContainer) -> Collection[int]:
    """Move unchanged fixtures to staging when they may still be played, else to the archive (F24, F25)."""
    all_moved: set[int] = set()
    for target, ids in _overdue(now, container).items():
        fixtures = container.active.leaving(ids) if target == "completed" else []
        is_overdue = partial(_leaves_for, target, now, container.rules)
        moved = container.moves.move(ids, "active", target, now, only_if=is_overdue)
        container.live.forget(moved)
        log_warning("fixtures_overdue", ids=sorted(moved), to=target)
        count("FixturesOverdue", len(moved))
        _report_goals(document for document in fixtures if document["_id"] in moved)
        all_moved |= moved
    return all_moved


def _overdue(now: datetime, container: GoalsContainer) -> dict[CollectionName, set[int]]:
    overdue: dict[CollectionName, set[int]] = defaultdict(set)
    for document in container.active.unchanged_since(now - timedelta(minutes=container.rules.quiet_minutes)):
        check = partial(overdue_target, document, now, container.rules)
        if target := isolate_failure(document["_id"], check, otherwise=None):
            overdue[target].add(document["_id"])
    return overdue


def _leaves_for(target: CollectionName, now: datetime, rules: Rules, document: FixtureDocument) -> bool:
    return overdue_target(document, now, rules) == target
