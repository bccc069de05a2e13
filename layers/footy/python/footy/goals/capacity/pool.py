"""Size of a worker pool: as many instances as the open goals need, none outside matches."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from footy.goals.settings import Rules

PoolName = Literal["vision", "browser", "clips"]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolSizing:
    """Sizing of one pool; `idle` instances run during matches without open goals."""

    goals_per_instance: int
    idle: int
    least: int
    most: int
    step: timedelta
    cooldown: timedelta


@dataclass(frozen=True, slots=True)
class PoolState:
    """Requested size of a pool, its last change, and since when fewer instances would do."""

    size: int = 0
    changed_at: datetime | None = None
    fewer_since: datetime | None = None


def pool_of(name: PoolName, rules: Rules) -> PoolSizing:
    """Return the sizing of one pool."""
    numbers: Mapping[PoolName, tuple[int, int, int, int]] = {
        "vision": (rules.vision_pool_goals, rules.vision_pool_idle, rules.vision_pool_least, rules.vision_pool_most),
        "browser": (
            rules.browser_pool_goals,
            rules.browser_pool_idle,
            rules.browser_pool_least,
            rules.browser_pool_most,
        ),
        # sized by goals alone, and open only while there are any
        "clips": (rules.clips_pool_goals, 0, rules.clips_pool_least, rules.clips_pool_most),
    }
    goals, idle, least, most = numbers[name]
    return PoolSizing(
        goals_per_instance=goals,
        idle=idle,
        least=least,
        most=most,
        step=timedelta(seconds=rules.pool_step_seconds),
        cooldown=timedelta(seconds=rules.pool_cooldown_seconds),
    )


def instances_needed(goals: int, pool: PoolSizing, *, is_open: bool) -> int:
    """Return how many instances the open goals need; none while no match is on."""
    if not is_open:
        return 0
    target = max(pool.least, math.ceil(goals / pool.goals_per_instance)) if goals else pool.idle
    return min(target, pool.most)


def next_size(state: PoolState, target: int, now: datetime, pool: PoolSizing) -> PoolState:
    """Return the next state: grow at once, shrink after the cooldown, and change once per step."""
    fewer_since = (state.fewer_since or now) if target < state.size else None
    if target == state.size or _is_recent(state, now, pool):
        return PoolState(state.size, state.changed_at, fewer_since)
    if fewer_since and now - fewer_since < pool.cooldown:
        return PoolState(state.size, state.changed_at, fewer_since)
    return PoolState(target, now)


def _is_recent(state: PoolState, now: datetime, pool: PoolSizing) -> bool:
    """Tell whether the last change is too recent for another."""
    return state.changed_at is not None and now - state.changed_at < pool.step
