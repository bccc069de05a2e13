"""Gives each pool as many workers as the goals of this minute need; none when nothing is on."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TypedDict

from footy.core.errors import FootyError
from footy.core.telemetry import count, log_info, log_warning
from footy.goals.adapters.pools.pools import WorkerPool
from footy.goals.capacity.calendar import is_open, windows
from footy.goals.capacity.pool import PoolName, PoolState, instances_needed, next_size, pool_of
from footy.goals.container import GoalsContainer

# image and model are fetched before a new machine is ready
PATIENCE = timedelta(minutes=10)


class Input(TypedDict, total=False):
    """The minute that was scheduled; nothing depends on it."""

    scheduled: str


class Output(TypedDict):
    """Whether anything is on, how many goals are searched for, and how large each pool is to be."""

    open: bool
    goals: int
    sizes: dict[str, int]


def set_capacity(_request: Input, container: GoalsContainer) -> Output:
    """Looks at what is on and resizes the pools; done twice it changes nothing."""
    now = container.clock.now()
    # kick-offs move
    container.capacity.note_calendar(windows(container.capacity.kickoffs(), container.rules), now)
    demand = container.capacity.demand(len(container.open_goals.find()))
    opened = is_open(container.capacity.calendar(), demand, now)
    sizes = dict(_sizes(demand.goals, now, container, opened=opened))
    # people are told when this is missing
    count("CapacitiesSet")
    return {"open": opened, "goals": demand.goals, "sizes": sizes}


def _sizes(goals: int, now: datetime, container: GoalsContainer, *, opened: bool) -> Iterator[tuple[str, int]]:
    """One pool that cannot be resized does not keep the others from it; the next minute asks again."""
    for name, pool in container.pools.items():
        wanted = instances_needed(goals, pool_of(name, container.rules), is_open=opened)
        try:
            yield name, _resize(name, pool, wanted, now, container)
        except FootyError as failure:
            log_warning("pool_not_resized", pool=name, wanted=wanted, reason=str(failure))
            count("PoolsNotResized")


def _resize(name: PoolName, pool: WorkerPool, wanted: int, now: datetime, container: GoalsContainer) -> int:
    """What AWS says stands: a deployment or a person may have changed it since."""
    workers = pool.workers()
    noted = container.capacity.standing(name)
    before = PoolState(workers.asked, noted.changed_at, noted.fewer_since)
    after = next_size(before, wanted, now, pool_of(name, container.rules)) if workers.settled else before
    if after.size != before.size:
        pool.resize(after.size)
        log_info("pool_resized", pool=name, before=before.size, after=after.size, wanted=wanted)
    container.capacity.note_standing(name, after)
    count(f"{name.capitalize()}Workers", workers.ready)
    if workers.ready < before.size and before.changed_at and now - before.changed_at > PATIENCE:
        log_warning("pool_behind", pool=name, ready=workers.ready, asked=before.size)
        count("PoolsBehind")
    if name == "vision" and container.settings.looks_feed:
        _look_side_by_side(workers.ready * container.rules.vision_looks_at_once, container)
    return after.size


def _look_side_by_side(at_once: int, container: GoalsContainer) -> None:
    """As many clips are handed out as those who look have places; the next minute asks again."""
    try:
        if container.validation_source.set_concurrency(at_once):
            log_info("validation_concurrency_set", at_once=at_once)
    except FootyError as failure:
        log_warning("validation_concurrency_stale", at_once=at_once, reason=str(failure))
        count("ValidationConcurrencyStale")
