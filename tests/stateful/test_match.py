"""Random matches in shards side by side: 400 in `make test`, 2,000 others in `make ci`, 20,000 in `make soak`."""

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.model.documents import FixtureDocument
from tests.stateful.ground import Ground
from tests.stateful.machine import Match

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
