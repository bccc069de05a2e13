"""How many instances a pool of workers has: as many as the goals of the moment need, and none when nothing is on."""

import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from footy.goals.settings import Rules

PoolName = Literal["vision", "browser", "clips"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolSizing:
    """What one pool is made for; `idle` are kept while something is on but nobody has scored."""

    goals_per_instance: int
    idle: int
    least: int
    most: int
    step: timedelta
    cooldown: timedelta


@dataclass(frozen=True, slots=True)
class PoolState:
    """How large a pool was asked to be, when that last changed, and since when fewer would do."""

    size: int = 0
    changed_at: datetime | None = None
    fewer_since: datetime | None = None


def pool_of(name: PoolName, rules: Rules) -> PoolSizing:
    """The numbers of one pool."""
    match name:
        case "vision":
            numbers = (rules.vision_pool_goals, rules.vision_pool_idle, rules.vision_pool_least, rules.vision_pool_most)
        case "browser":
            numbers = (
                rules.browser_pool_goals,
                rules.browser_pool_idle,
                rules.browser_pool_least,
                rules.browser_pool_most,
            )
        case "clips":
            # it is sized by goals alone, and open only while there are any
            numbers = (rules.clips_pool_goals, 0, rules.clips_pool_least, rules.clips_pool_most)
    goals, idle, least, most = numbers
    return PoolSizing(
        goals_per_instance=goals,
        idle=idle,
        least=least,
        most=most,
        step=timedelta(seconds=rules.pool_step_seconds),
        cooldown=timedelta(seconds=rules.pool_cooldown_seconds),
    )


def instances_needed(goals: int, pool: PoolSizing, *, is_open: bool) -> int:
    """How many instances so many active goals need; none while nothing is on."""
    if not is_open:
        return 0
    wanted = max(pool.least, math.ceil(goals / pool.goals_per_instance)) if goals else pool.idle
    return min(wanted, pool.most)


def next_size(standing: PoolState, wanted: int, now: datetime, pool: PoolSizing) -> PoolState:
    """The pool as it is to stand now: larger at once, smaller when fewer have done for a while, one step at a time."""
    fewer_since = (standing.fewer_since or now) if wanted < standing.size else None
    if wanted == standing.size or _rests(standing, now, pool):
        return PoolState(standing.size, standing.changed_at, fewer_since)
    if fewer_since and now - fewer_since < pool.cooldown:
        return PoolState(standing.size, standing.changed_at, fewer_since)
    return PoolState(wanted, now)


def _rests(standing: PoolState, now: datetime, pool: PoolSizing) -> bool:
    """Whether the last change is too young for another."""
    return standing.changed_at is not None and now - standing.changed_at < pool.step
