"""Begins a tick: takes its turn, and lists the fixtures to ask about."""

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
from footy.goals.settings import Rules

Outlines = Mapping[CollectionName, Mapping[int, FixtureDocument]]


class Input(TypedDict):
    """The minute that was scheduled, and the seconds into it."""

    scheduled: str
    offset: int


class Output(TypedDict):
    """What a tick polls; one that is skipped does nothing more."""

    tick: str
    skip: bool
    batches: list[Batch]


def plan_tick(request: Input, container: GoalsContainer) -> Output:
    """Takes the lease, goes on with moves that stopped half-way, and lists whom to ask about."""
    rules, now = container.rules, container.clock.now()
    tick = tick_of(datetime.fromisoformat(request["scheduled"]), request["offset"])
    if moment_of(tick) > now + timedelta(seconds=rules.tick_ahead_seconds):
        return _skipped(tick, "TicksRefused")
    if container.operator_log.paused():
        return _left_out(tick, "skipped", "TicksPaused", container)
    quota = container.leases.quota(now.date())
    if skipped_for_quota(tick, quota.share if quota else None, rules.low_quota_share):
        return _left_out(tick, "skipped", "TicksSkippedForQuota", container)
    if not container.leases.take(tick, now, timedelta(seconds=rules.tick_lease_seconds)):
        return _left_out(tick, "overlapped", "TicksOverlapped", container)
    outlines = _outlines(container)
    if stopped := interrupted_moves(outlines):
        _go_on(stopped, now, container)
        outlines = _outlines(container)
    return {
        "tick": tick,
        "skip": False,
        "batches": [*_batches(outlines, tick, rules), *_archived(tick, now, container)],
    }


def _left_out(tick: str, fate: TickOutcome, why: str, container: GoalsContainer) -> Output:
    """Somebody meant it: such a tick is not lost."""
    container.leases.note_tick(tick, fate)
    return _skipped(tick, why)


def _skipped(tick: str, why: str) -> Output:
    log_info("tick_skipped", tick=tick, why=why)
    count(why)
    return {"tick": tick, "skip": True, "batches": []}


def _outlines(container: GoalsContainer) -> Outlines:
    waiting, watched = (
        {one["_id"]: one for one in place.outlines()} for place in (container.staging, container.active)
    )
    archived = {one["_id"]: one for one in container.completed.outlines(waiting.keys() | watched.keys())}
    return {"staging": waiting, "active": watched, "completed": archived}


def _go_on(stopped: Iterable[InterruptedMove], now: datetime, container: GoalsContainer) -> None:
    """Finishes what a crash interrupted; a fixture that has to be watched again is not archived after all."""
    for one in stopped:
        archives = one.is_copy and (one.source, one.target) == ("active", "completed")
        move = partial(container.moves.move, [one.fixture_id], one.source, one.target, now)
        condition = may_be_archived(now, container.rules) if archives else None
        isolate_failure(one.fixture_id, partial(move, only_if=condition), otherwise=set[int]())


def _batches(outlines: Outlines, tick: str, rules: Rules) -> list[Batch]:
    mark = mark_before(moment_of(tick), rules.staging_mark_minutes)
    watched, waiting = outlines["active"], outlines["staging"]
    due = sorted(_id for _id, outline in waiting.items() if _id not in watched and _is_due(outline, mark))
    return [*_cut("active", sorted(watched), rules), *_cut("staging", due, rules)]


def _archived(tick: str, now: datetime, container: GoalsContainer) -> Iterable[Batch]:
    """A whistle may be told too early: what was archived lately is looked at again at the marks."""
    mark = mark_before(moment_of(tick), container.rules.staging_mark_minutes)
    lately = container.completed.archived_since(now - timedelta(minutes=container.rules.reopening_minutes))
    return _cut("completed", sorted(one["_id"] for one in lately if _is_due(one, mark)), container.rules)


def _is_due(outline: FixtureDocument, mark: datetime) -> bool:
    """Whether this mark has not polled it yet."""
    return "_last_monitor" not in outline or outline["_last_monitor"] < mark


def _cut(kind: CollectionName, ids: list[int], rules: Rules) -> Iterable[Batch]:
    size = rules.fixtures_per_poll
    return ({"kind": kind, "ids": ids[start : start + size]} for start in range(0, len(ids), size))
