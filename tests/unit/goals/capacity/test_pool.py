"""Size of a worker pool."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from footy.goals.capacity.pool import PoolName, PoolSizing, PoolState, instances_needed, next_size, pool_of
from footy.goals.settings import Rules

NOW = datetime(2026, 11, 21, 15, tzinfo=UTC)
SECOND = timedelta(seconds=1)
POOL = PoolSizing(
    goals_per_instance=2, idle=1, least=2, most=8, step=timedelta(seconds=60), cooldown=timedelta(seconds=60)
)
# goals of each look, and how long after the one before it came
LOOKS = st.lists(st.tuples(st.integers(0, 30), st.booleans(), st.integers(1, 200)), min_size=1, max_size=30)


def standing(size: int, *, changed: int = 600, fewer: int | None = None) -> PoolState:
    return PoolState(size, NOW - changed * SECOND, None if fewer is None else NOW - fewer * SECOND)


@pytest.mark.parametrize(
    ("goals", "instances"), [(0, 1), (1, 2), (2, 2), (4, 2), (5, 3), (6, 3), (15, 8), (16, 8), (40, 8)]
)
def test_two_goals_share_an_instance_and_one_waits_for_the_first(goals: int, instances: int) -> None:
    assert instances_needed(goals, POOL, is_open=True) == instances


@pytest.mark.parametrize("goals", [0, 1, 40])
def test_outside_the_windows_nobody_is_needed(goals: int) -> None:
    assert instances_needed(goals, POOL, is_open=False) == 0


def test_each_pool_has_numbers_of_its_own() -> None:
    rules = Rules(vision_pool_most=3, browser_pool_goals=5, pool_step_seconds=30)
    names: tuple[PoolName, ...] = ("vision", "browser", "clips")
    vision, browser, clips = (pool_of(name, rules) for name in names)
    assert (vision.most, browser.most, clips.most) == (3, 8, 8)
    assert (vision.goals_per_instance, browser.goals_per_instance, clips.goals_per_instance) == (2, 5, 2)
    assert (vision.idle, browser.idle, clips.idle) == (1, 1, 0)
    assert {one.step for one in (vision, browser, clips)} == {timedelta(seconds=30)}


@pytest.mark.parametrize(
    ("before", "target", "size"),
    [
        (PoolState(), 1, 1),
        (standing(2), 5, 5),
        (standing(2, changed=59), 5, 2),
        (standing(2, changed=60), 5, 5),
        (standing(5), 2, 5),
        (standing(5, fewer=59), 2, 5),
        (standing(5, fewer=60), 2, 2),
        (standing(5, fewer=600, changed=59), 2, 5),
        (standing(1, fewer=60), 0, 0),
    ],
)
def test_the_pool_grows_at_once_and_shrinks_after_a_minute(before: PoolState, target: int, size: int) -> None:
    assert next_size(before, target, NOW, POOL).size == size


def test_a_goal_meanwhile_begins_the_cool_down_anew() -> None:
    cooling = next_size(standing(4), 2, NOW, POOL)
    assert cooling.fewer_since == NOW
    assert next_size(cooling, 4, NOW + 30 * SECOND, POOL).fewer_since is None


def play(looks: list[tuple[int, bool, int]]) -> list[tuple[datetime, int, PoolState]]:
    """Return each check: when, how many instances were needed, and the pool after it."""
    story, now, pool = [], NOW, PoolState()
    for goals, is_open, pause in looks:
        now += pause * SECOND
        target = instances_needed(goals, POOL, is_open=is_open)
        pool = next_size(pool, target, now, POOL)
        story.append((now, target, pool))
    return story


@given(LOOKS)
def test_it_is_never_changed_twice_within_a_step(looks: list[tuple[int, bool, int]]) -> None:
    sizes = [(now, pool.size) for now, _, pool in play(looks)]
    changes = [now for (_, old), (now, new) in itertools.pairwise(sizes) if old != new]
    assert all(later - earlier >= POOL.step for earlier, later in itertools.pairwise(changes))


@given(LOOKS)
def test_it_never_shrinks_below_what_was_needed_a_moment_ago(looks: list[tuple[int, bool, int]]) -> None:
    story = play(looks)
    for place in range(1, len(story)):
        now, _, pool = story[place]
        if pool.size < story[place - 1][2].size:
            assert all(target < story[place - 1][2].size for at, target, _ in story if now - POOL.cooldown < at <= now)


@given(looks=LOOKS, goals=st.integers(0, 30), is_open=st.booleans())
def test_whatever_went_before_two_quiet_minutes_settle_it(
    looks: list[tuple[int, bool, int]], goals: int, *, is_open: bool
) -> None:
    story = play([*looks, *[(goals, is_open, 60)] * 4])
    assert story[-1][2].size == story[-1][1]
