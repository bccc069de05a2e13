"""Size of the worker pools for the goals of this minute."""

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from footy.core.errors import FootyError
from footy.core.telemetry import count, log_info, log_warning
from footy.goals.adapters.pools.pools import WorkerPool
from footy.goals.capacity.calendar import is_open, windows
from footy.goals.capacity.pool import PoolName, PoolState, instances_needed, next_size, pool_of
from footy.goals.container import GoalsContainer

# a new machine downloads its image and the model first
START_TIME = timedelta(minutes=10)

Input = Mapping[str, object]


class Output(TypedDict):
    """State of the calendar, number of open goals, and requested sizes of the pools."""

    open: bool
    goals: int
    sizes: dict[str, int]


def set_capacity(_request: Input, container: GoalsContainer) -> Output:
    """Resize the pools to the demand of this minute."""
    now = container.clock.now()
    # kick-offs may have moved since the ingest
    container.capacity.note_calendar(windows(container.capacity.kickoffs(), container.rules), now)
    demand = container.capacity.demand(len(container.open_goals.find()))
    opened = is_open(container.capacity.calendar(), demand, now)
    sizes = dict(_sizes(demand.goals, now, container, opened=opened))
    # an alarm watches for the absence of this metric
    count("CapacitiesSet")
    return {"open": opened, "goals": demand.goals, "sizes": sizes}


def _sizes(goals: int, now: datetime, container: GoalsContainer, *, opened: bool) -> Iterator[tuple[str, int]]:
    """Resize pool by pool; a failure does not affect the others, and the next minute repeats it."""
    for name, pool in container.pools.items():
        needed = instances_needed(goals, pool_of(name, container.rules), is_open=opened)
        try:
            yield name, _resize(name, pool, needed, now, container)
        except FootyError as failure:
            log_warning("pool_not_resized", pool=name, wanted=needed, reason=str(failure))
            count("PoolsNotResized")


def _resize(name: PoolName, pool: WorkerPool, needed: int, now: datetime, container: GoalsContainer) -> int:
    """Resize from the size that AWS reports: a deployment or an operator may have changed it."""
    workers = pool.workers()
    noted = container.capacity.standing(name)
    before = PoolState(workers.requested, noted.changed_at, noted.fewer_since)
    after = next_size(before, needed, now, pool_of(name, container.rules)) if workers.resizable else before
    if after.size != before.size:
        pool.resize(after.size)
        log_info("pool_resized", pool=name, before=before.size, after=after.size, wanted=needed)
    container.capacity.note_standing(name, after)
    count(f"{name.capitalize()}Workers", workers.ready)
    if workers.ready < before.size and before.changed_at and now - before.changed_at > START_TIME:
        log_warning("pool_behind", pool=name, ready=workers.ready, asked=before.size)
        count("PoolsBehind")
    if name == "vision" and container.settings.looks_feed:
        _set_concurrency(workers.ready * container.rules.vision_looks_at_once, container)
    return after.size


def _set_concurrency(clips: int, container: GoalsContainer) -> None:
    """Validate as many clips at once as the ready instances can serve (D7)."""
    try:
        if container.validation_source.set_concurrency(clips):
            log_info("validation_concurrency_set", at_once=clips)
    except FootyError as failure:
        log_warning("validation_concurrency_stale", at_once=clips, reason=str(failure))
        count("ValidationConcurrencyStale")
