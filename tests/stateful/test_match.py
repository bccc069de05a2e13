"""Hundreds of random matches in `make test`, twenty thousand in `make soak`, in shards that run side by side."""

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.model.documents import FixtureDocument
from tests.stateful.ground import Ground
from tests.stateful.machine import Match

SHARDS = 8
STEPS = 14


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
def test_every_goal_is_tracked_once_and_searched_for_once(
    shard: int, database: Database[FixtureDocument], matches: int, kick_off: int
) -> None:
    match = type("Match", (Match,), {"ground": Ground(database)})
    run_state_machine_as_test(
        seed(kick_off + shard)(match),
        settings=settings(
            max_examples=matches // SHARDS,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )
