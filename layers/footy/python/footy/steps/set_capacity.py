"""Gives each pool as many workers as the goals of this minute need; none when nothing is on."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TypedDict

from footy.adapters.pools import Pool
from footy.capacity.calendar import is_open, windows
from footy.capacity.pool import PoolName, Standing, needed, pool_of, resized
from footy.errors import FootyError
from footy.telemetry import count, say, warn
from footy.world import World

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


def set_capacity(_request: Input, world: World) -> Output:
    """Looks at what is on and resizes the pools; done twice it changes nothing."""
    now = world.clock.now()
    note_calendar(now, world)
    demand = world.capacity.demand(len(world.open_goals.find()))
    opened = is_open(world.capacity.calendar(), demand, now)
    sizes = dict(_sizes(demand.goals, now, world, opened=opened))
    # people are told when this is missing
    count("CapacitiesSet")
    return {"open": opened, "goals": demand.goals, "sizes": sizes}


def note_calendar(now: datetime, world: World) -> None:
    """Writes down the windows of all fixtures that are known by now: kick-offs are moved, matches put off."""
    world.capacity.note_calendar(windows(world.capacity.kickoffs(), world.rules), now)


def _sizes(goals: int, now: datetime, world: World, *, opened: bool) -> Iterator[tuple[str, int]]:
    """One pool that cannot be resized does not keep the others from it; the next minute asks again."""
    for name, pool in world.pools.items():
        wanted = needed(goals, pool_of(name, world.rules), is_open=opened)
        try:
            yield name, _resize(name, pool, wanted, now, world)
        except FootyError as failure:
            warn("pool_not_resized", pool=name, wanted=wanted, reason=str(failure))
            count("PoolsNotResized")


def _resize(name: PoolName, pool: Pool, wanted: int, now: datetime, world: World) -> int:
    """What AWS says stands: a deployment or a person may have changed it since."""
    workers = pool.workers()
    noted = world.capacity.standing(name)
    before = Standing(workers.asked, noted.changed_at, noted.fewer_since)
    after = resized(before, wanted, now, pool_of(name, world.rules)) if workers.settled else before
    if after.size != before.size:
        pool.resize(after.size)
        say("pool_resized", pool=name, before=before.size, after=after.size, wanted=wanted)
    world.capacity.note_standing(name, after)
    count(f"{name.capitalize()}Workers", workers.ready)
    if workers.ready < before.size and before.changed_at and now - before.changed_at > PATIENCE:
        warn("pool_behind", pool=name, ready=workers.ready, asked=before.size)
        count("PoolsBehind")
    if name == "vision" and world.settings.looks_feed:
        _look_side_by_side(workers.ready * world.rules.vision_looks_at_once, world)
    return after.size


def _look_side_by_side(at_once: int, world: World) -> None:
    """As many clips are handed out as those who look have places; the next minute asks again."""
    try:
        if world.looks_feed.widen(at_once):
            say("looks_side_by_side", at_once=at_once)
    except FootyError as failure:
        warn("looks_as_before", at_once=at_once, reason=str(failure))
        count("LooksNotFollowing")
