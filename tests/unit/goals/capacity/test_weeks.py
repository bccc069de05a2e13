"""Pool sizes over whole weeks of fixtures."""

import itertools
from functools import cache

import pytest

from footy.goals.settings import Rules
from tests.support.weeks import WEEK, WEEKS, Minute, played, week_of

RULES = Rules()


@cache
def story(name: str) -> list[Minute]:
    return played(week_of(WEEKS[name]), RULES)


@pytest.mark.parametrize("name", WEEKS)
def test_a_worker_is_ready_15_minutes_before_each_kick_off(name: str) -> None:
    minutes = story(name)
    for kickoff in week_of(WEEKS[name]).kickoffs:
        assert all(minutes[at].size >= 1 for at in range(kickoff - 15, kickoff + 1))


@pytest.mark.parametrize("name", WEEKS)
def test_no_goal_waits_longer_than_a_step_for_its_share(name: str) -> None:
    minutes = story(name)
    for before, now in itertools.pairwise(minutes):
        assert now.size >= min(before.instances_needed, now.instances_needed)


@pytest.mark.parametrize("name", WEEKS)
def test_no_worker_runs_two_minutes_after_the_last_match(name: str) -> None:
    minutes = story(name)
    for at in range(2, WEEK):
        if not any(minutes[at - back].opened for back in range(3)):
            assert minutes[at].size == 0


def test_a_busy_week_costs_less_than_half_of_one_machine() -> None:
    assert sum(minute.size > 0 for minute in story("five leagues and Europe")) < WEEK / 2
