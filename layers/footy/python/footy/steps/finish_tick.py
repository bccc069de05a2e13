"""Ends a tick: what is over is closed, archived and cleared away, and the next one may begin."""

from collections.abc import Collection
from datetime import datetime
from functools import partial
from typing import TypedDict

from footy.fixtures.completion import archivable
from footy.fixtures.moving import Condition
from footy.settings import Rules
from footy.steps.check_completion import close_goals
from footy.telemetry import contained
from footy.world import World


class Input(TypedDict):
    """Which tick."""

    tick: str


class Output(TypedDict):
    """Which fixtures were archived, and how many objects are gone."""

    completed: list[int]
    removed_objects: int


def finish_tick(request: Input, world: World) -> Output:
    """Closes goals whose time is up, archives fixtures, deletes what removed goals left, and makes way."""
    now = world.clock.now()
    try:
        close_goals(world.open_goals.find(), world)
        archived = _archive(now, world)
        return {"completed": sorted(archived), "removed_objects": _remove_objects(world)}
    finally:
        world.leases.release(request["tick"], now)


def may_be_archived(rules: Rules) -> Condition:
    """Whether a fixture may be archived; one that cannot be judged may not."""
    return lambda document: contained(document["_id"], partial(archivable, document, rules), otherwise=False)


def _archive(now: datetime, world: World) -> Collection[int]:
    over = may_be_archived(world.rules)
    ready = {document["_id"] for document in world.active.ended() if over(document)}
    if not ready:
        return ready
    archived = world.moves.move(ready, "active", "completed", now, only_if=over)
    world.live.forget(archived)
    return archived


def _remove_objects(world: World) -> int:
    """Objects first, then the note of them: a crash in between repeats a deletion that changes nothing."""
    waiting = world.removed_goals.objects_waiting()
    if not waiting:
        return 0
    removed = world.media.delete_keys([key for keys in waiting.values() for key in keys])
    world.removed_goals.objects_gone(waiting)
    return removed
