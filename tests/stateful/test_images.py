"""Random histories of images (200 in `make test`, 1,000 in `make ci`, 20,000 in `make soak`), and broken rules."""

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from tests.stateful.broken_image_rules import (
    BROKEN,
    Break,
    one_execution_works_for_several_uploads,
)
from tests.stateful.image_machine import Lives
from tests.support.image_pipeline import ImagePipeline

SHARDS = 4
OTHERS = range(SHARDS, 2 * SHARDS)
STEPS = 12
AT_LEAST = 200
AT_MOST = 5_000
# only thousands of histories notice it
RAREST = [one_execution_works_for_several_uploads]
LATER = (pytest.mark.soak, pytest.mark.ci)
LONG = (pytest.mark.soak, pytest.mark.long)


def marks(rule: Break) -> tuple[pytest.MarkDecorator, ...]:

    return LONG if rule in RAREST else LATER


def live(database: Database[FixtureDocument], lives: int, beginning: int, phases: tuple[Any, ...]) -> None:
    run_state_machine_as_test(
        seed(beginning)(type("Lives", (Lives,), {"opened": staticmethod(partial(ImagePipeline, database))})),
        settings=settings(
            max_examples=lives,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
            phases=phases,
        ),
    )


@pytest.mark.parametrize(
    "shard",
    [
        *(pytest.param(shard, marks=pytest.mark.soak) for shard in range(SHARDS)),
        *(pytest.param(shard, marks=pytest.mark.ci) for shard in OTHERS),
    ],
)
def test_the_newest_upload_wins_and_nothing_is_left_classifying(
    shard: int, database: Database[FixtureDocument], matches: int, first_seed: int
) -> None:
    live(database, max(matches, AT_LEAST) // SHARDS, first_seed + shard, (Phase.generate, Phase.shrink))


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.__name__, marks=marks(rule)) for rule in BROKEN])
def test_a_broken_rule_of_images_is_noticed(
    rule: Break, database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule(monkeypatch)
    with pytest.raises(AssertionError):
        live(database, AT_MOST, 1, (Phase.generate,))
