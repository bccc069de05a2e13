"""Random matches in parallel shards: 80 in `make test`, 1,000 others in `make ci`, 20,000 in `make soak`."""

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.stateful.ground import Ground
from tests.stateful.machine import Match
from tests.support.match import HOME

SHARDS = 8
OTHERS = range(SHARDS, 2 * SHARDS)
STEPS = 14


@pytest.mark.parametrize(
    "shard",
    [
        *(pytest.param(shard, marks=pytest.mark.soak) for shard in range(SHARDS)),
        *(pytest.param(shard, marks=pytest.mark.ci) for shard in OTHERS),
    ],
)
def test_every_goal_is_tracked_once_and_searched_for_once(
    shard: int, database: Database[FixtureDocument], matches: int, first_seed: int
) -> None:
    match = type("Match", (Match,), {"ground": Ground(database)})
    run_state_machine_as_test(
        seed(first_seed + shard)(match),
        settings=settings(
            max_examples=matches // SHARDS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )


def test_a_dead_search_restarts_after_the_goal_becomes_a_penalty(
    database: Database[FixtureDocument],
) -> None:
    match: Match = type("Played", (Match,), {"ground": Ground(database)})()
    match.kick_off(ending="searches succeed", leader=False)
    match.cancelled_and_scored_again(side=HOME)
    match.cancelled_but_not_in_the_score()
    match.search_opens(pick=0)
    match.turns_out_a_penalty(pick=0)
    match.search_dies(opened=True, pick=0)
    match.postponed_and_played_after_all()
    match.cancelled_but_not_in_the_score()
    assert [search.status for search in match.control.of("goal 2")] == ["FAILED", "RUNNING"]
    match.teardown()


def test_a_goal_that_returns_with_another_score_is_a_new_goal(database: Database[FixtureDocument]) -> None:
    match: Match = type("Played", (Match,), {"ground": Ground(database)})()
    match.kick_off(ending="searches succeed", leader=False)
    match.cancelled_and_scored_again(side=HOME)
    match.tick(start_fails=False, seed=0)
    match.the_rows_are_gone(for_long=True, null=False, times=4)
    match.cancelled_by_var(counted=False, pick=1)
    match.given_after_all(pick=0, after_a_while=False)
    match.given_after_all(pick=0, after_a_while=True)
    match.cancelled_but_not_in_the_score()
    assert [search.status for search in match.control.of("goal 2")] == ["RUNNING", "RUNNING"]
    match.teardown()
