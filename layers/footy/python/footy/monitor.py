"""Use cases around the polls of one tick: what it has to poll, and what is finished after it."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from functools import partial
from typing import Literal, Protocol, TypedDict

from footy.clock import Clock
from footy.fixtures.completion import Because, archivable, goal_over
from footy.fixtures.status import Home
from footy.fixtures.tick import mark_before, moment_of, rests, tick_of
from footy.isolation import alone
from footy.settings import Rules
from footy.store.active import Active
from footy.store.completed import Completed
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.events import fixture_of
from footy.store.leases import Leases
from footy.store.live import Live
from footy.store.moves import Condition, Halfway, Moves, halfway
from footy.store.staging import Staging
from footy.store.sweeps import Over, Sweeps
from footy.telemetry import count, say

Heads = Mapping[Home, Mapping[int, FixtureDocument]]


class Batch(TypedDict):
    """Fixtures that are polled together; the API is asked for twenty of them at a time."""

    kind: Literal["active", "staging"]
    ids: list[int]


class Plan(TypedDict):
    """What a tick polls; one that is skipped does nothing more."""

    tick: str
    skip: bool
    batches: list[Batch]


class Finished(TypedDict):
    """What a tick brought to its end."""

    completed: list[int]
    removed_objects: int


class ObjectRemover(Protocol):
    """Removes published objects; answers how many."""

    def delete_keys(self, keys: Iterable[str]) -> int: ...


def plan_tick(
    scheduled: datetime,
    offset: int,
    *,
    leases: Leases,
    staging: Staging,
    active: Active,
    completed: Completed,
    moves: Moves,
    clock: Clock,
    rules: Rules,
) -> Plan:
    """Takes the lease, goes on with moves that stopped half-way, and lists whom to ask about."""
    tick, now = tick_of(scheduled, offset), clock.now()
    if rests(tick, _budget_left(leases, now), rules.low_quota_share):
        return _skipped(tick, "TicksThinned")
    if not leases.take(tick, now, timedelta(seconds=rules.tick_lease_seconds)):
        return _skipped(tick, "TicksOverlapped")
    heads = _heads(staging, active, completed)
    if stopped := halfway(heads):
        _go_on(stopped, moves, now, rules)
        heads = _heads(staging, active, completed)
    return {"tick": tick, "skip": False, "batches": _batches(heads, tick, rules)}


def finish_tick(
    tick: str,
    *,
    active: Active,
    live: Live,
    moves: Moves,
    sweeps: Sweeps,
    leases: Leases,
    media: ObjectRemover,
    clock: Clock,
    rules: Rules,
) -> Finished:
    """Closes goals whose time is up, archives fixtures, deletes what removed goals left, and makes way."""
    now = clock.now()
    try:
        _close_goals(sweeps, now, rules)
        archived = _archive(active, live, moves, now, rules)
        return {"completed": sorted(archived), "removed_objects": _remove_objects(sweeps, media)}
    finally:
        leases.release(tick, now)


def _budget_left(leases: Leases, now: datetime) -> float | None:
    """The share of today's requests that is left; yesterday's says nothing."""
    budget = leases.budget()
    if budget is None or not budget.limit or budget.at.date() != now.date():
        return None
    return budget.remaining / budget.limit


def _skipped(tick: str, why: str) -> Plan:
    say("tick_skipped", tick=tick, why=why)
    count(why)
    return {"tick": tick, "skip": True, "batches": []}


def _heads(staging: Staging, active: Active, completed: Completed) -> Heads:
    waiting, watched = ({head["_id"]: head for head in room.heads()} for room in (staging, active))
    archived = {head["_id"]: head for head in completed.heads(waiting.keys() | watched.keys())}
    return {"staging": waiting, "active": watched, "completed": archived}


def _go_on(stopped: Iterable[Halfway], moves: Moves, now: datetime, rules: Rules) -> None:
    """Finishes what a crash interrupted; a fixture that has to be watched again is not archived after all."""
    for one in stopped:
        archives = one.is_copy and (one.source, one.target) == ("active", "completed")
        move = partial(moves.move, [one.fixture_id], one.source, one.target, now)
        alone(one.fixture_id, partial(move, only_if=_over(rules) if archives else None), otherwise=set[int]())


def _over(rules: Rules) -> Condition:
    """Whether a fixture may be archived; one that cannot be judged may not."""
    return lambda document: alone(document["_id"], partial(archivable, document, rules), otherwise=False)


def _batches(heads: Heads, tick: str, rules: Rules) -> list[Batch]:
    mark = mark_before(moment_of(tick), rules.staging_mark_minutes)
    watched = sorted(heads["active"])
    due = sorted(_id for _id, head in heads["staging"].items() if _id not in heads["active"] and _is_due(head, mark))
    return [*_cut("active", watched, rules), *_cut("staging", due, rules)]


def _is_due(head: FixtureDocument, mark: datetime) -> bool:
    """Whether this mark has not polled it yet."""
    return "_last_monitor" not in head or head["_last_monitor"] < mark


def _cut(kind: Literal["active", "staging"], ids: list[int], rules: Rules) -> Iterable[Batch]:
    size = rules.fixtures_per_poll
    return ({"kind": kind, "ids": ids[start : start + size]} for start in range(0, len(ids), size))


def _close_goals(sweeps: Sweeps, now: datetime, rules: Rules) -> None:
    over = [Over(goal, because) for goal in sweeps.open_goals() if (because := _why_over(goal, now, rules))]
    sweeps.complete(over, now)
    for goal in over:
        say("goal_closed", event_id=goal.event["_event_id"], because=goal.because)
    if overdue := sum(goal.because == "deadline" for goal in over):
        count("GoalsOverdue", overdue)


def _why_over(goal: EventDocument, now: datetime, rules: Rules) -> Because | None:
    return alone(fixture_of(goal["_event_id"]), partial(goal_over, goal, now, rules), otherwise=None)


def _archive(active: Active, live: Live, moves: Moves, now: datetime, rules: Rules) -> Collection[int]:
    over = _over(rules)
    ready = {document["_id"] for document in active.ended() if over(document)}
    if not ready:
        return ready
    archived = moves.move(ready, "active", "completed", now, only_if=over)
    live.forget(archived)
    return archived


def _remove_objects(sweeps: Sweeps, media: ObjectRemover) -> int:
    """Objects first, then the note of them: a crash in between repeats a deletion that changes nothing."""
    waiting = sweeps.objects_waiting()
    if not waiting:
        return 0
    removed = media.delete_keys([key for keys in waiting.values() for key in keys])
    sweeps.objects_gone(waiting)
    return removed
