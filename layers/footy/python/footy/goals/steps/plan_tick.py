"""First step of a tick: take the lease and list the fixtures to poll."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import TypedDict

from footy.core.telemetry import count, isolate_failure, log_info
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.moving import InterruptedMove, interrupted_moves
from footy.goals.fixtures.lifecycle.tick import Batch, TickOutcome, mark_before, skipped_for_quota
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import moment_of, tick_of
from footy.goals.services.fixture_moves import may_be_archived

Outlines = Mapping[CollectionName, Mapping[int, FixtureDocument]]


class Input(TypedDict):
    """Scheduled minute, and the offset of the tick in seconds."""

    scheduled: str
    offset: int


class Output(TypedDict):
    """Batches to poll; a skipped tick has none."""

    tick: str
    skip: bool
    batches: list[Batch]


def plan_tick(request: Input, container: GoalsContainer) -> Output:
    """Take the lease, finish interrupted moves, and list the fixtures to poll."""
    rules, now = container.rules, container.clock.now()
    tick = tick_of(datetime.fromisoformat(request["scheduled"]), request["offset"])
    if moment_of(tick) > now + timedelta(seconds=rules.tick_ahead_seconds):
        return _skip(tick, "TicksRefused")
    if container.operator_log.paused():
        return _skip_on_purpose(tick, "skipped", "TicksPaused", container)
    quota = container.leases.quota(now.date())
    if skipped_for_quota(tick, quota.share if quota else None, rules.low_quota_share):
        return _skip_on_purpose(tick, "skipped", "TicksSkippedForQuota", container)
    if not container.leases.take(tick, now, timedelta(seconds=rules.tick_lease_seconds)):
        return _skip_on_purpose(tick, "overlapped", "TicksOverlapped", container)
    outlines = _outlines(container)
    if interrupted := interrupted_moves(outlines):
        _finish_moves(interrupted, now, container)
        outlines = _outlines(container)
    return {"tick": tick, "skip": False, "batches": _batches(outlines, tick, now, container)}


def _skip_on_purpose(tick: str, outcome: TickOutcome, why: str, container: GoalsContainer) -> Output:
    """Note the tick, so that it does not count as lost."""
    container.leases.note_tick(tick, outcome)
    return _skip(tick, why)


def _skip(tick: str, why: str) -> Output:
    log_info("tick_skipped", tick=tick, why=why)
    count(why)
    return {"tick": tick, "skip": True, "batches": []}


def _outlines(container: GoalsContainer) -> Outlines:
    staging, active = (
        {outline["_id"]: outline for outline in store.outlines()} for store in (container.staging, container.active)
    )
    completed = {outline["_id"]: outline for outline in container.completed.outlines(staging.keys() | active.keys())}
    return {"staging": staging, "active": active, "completed": completed}


def _finish_moves(interrupted: Iterable[InterruptedMove], now: datetime, container: GoalsContainer) -> None:
    """Finish moves that a crash interrupted (F10); check the condition of the archive again."""
    for move in interrupted:
        archives = move.is_copy and (move.source, move.target) == ("active", "completed")
        condition = may_be_archived(now, container.rules) if archives else None
        again = partial(container.moves.move, [move.fixture_id], move.source, move.target, now, only_if=condition)
        isolate_failure(move.fixture_id, again, otherwise=set[int]())


def _batches(outlines: Outlines, tick: str, now: datetime, container: GoalsContainer) -> list[Batch]:
    """List active fixtures, and those of staging (F7) and the recent archive (F26) that are due at this mark."""
    rules = container.rules
    mark = mark_before(moment_of(tick), rules.staging_mark_minutes)
    active = outlines["active"]
    staging = (outline for fixture_id, outline in outlines["staging"].items() if fixture_id not in active)
    archived = container.completed.archived_since(now - timedelta(minutes=rules.reopening_minutes))
    return [
        *_split("active", active, rules.fixtures_per_poll),
        *_split("staging", _due(staging, mark), rules.fixtures_per_poll),
        *_split("completed", _due(archived, mark), rules.fixtures_per_poll),
    ]


def _due(outlines: Iterable[FixtureDocument], mark: datetime) -> list[int]:
    """Return the fixtures that this mark has not polled yet."""
    return [one["_id"] for one in outlines if "_last_monitor" not in one or one["_last_monitor"] < mark]


def _split(kind: CollectionName, fixture_ids: Iterable[int], size: int) -> Iterable[Batch]:
    ids = sorted(fixture_ids)
    return ({"kind": kind, "ids": ids[start : start + size]} for start in range(0, len(ids), size))
