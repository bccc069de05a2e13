"""Random lives of images: two thousand in the gate, twenty thousand in `make soak`; and broken rules are noticed."""

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from pymongo.database import Database

from footy.model.documents import FixtureDocument
from tests.stateful.broken_image_rules import (
    BROKEN,
    Break,
    a_stale_execution_takes_every_thumbnail,
    one_execution_works_for_several_uploads,
    results_are_written_unguarded,
    the_same_bytes_are_always_new,
)
from tests.stateful.image_darkroom import Darkroom
from tests.stateful.image_machine import Lives

SHARDS = 4
STEPS = 12
AT_LEAST = 2_000
AT_MOST = 5_000
# it takes hundreds of lives until somebody would be hurt by it
RARE = [a_stale_execution_takes_every_thumbnail, results_are_written_unguarded, the_same_bytes_are_always_new]
# thousands
RAREST = [one_execution_works_for_several_uploads]
LATER = (pytest.mark.soak, pytest.mark.ci)
LONG = (pytest.mark.soak, pytest.mark.long)


def marks(rule: Break) -> tuple[pytest.MarkDecorator, ...]:
    return LONG if rule in RAREST else LATER if rule in RARE else ()


def live(database: Database[FixtureDocument], lives: int, beginning: int, phases: tuple[Any, ...]) -> None:
    run_state_machine_as_test(
        seed(beginning)(type("Lives", (Lives,), {"opened": staticmethod(partial(Darkroom, database))})),
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


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(SHARDS))
def test_the_newest_upload_wins_and_nothing_is_left_classifying(
    shard: int, database: Database[FixtureDocument], matches: int, kick_off: int
) -> None:
    live(database, max(matches, AT_LEAST) // SHARDS, kick_off + shard, (Phase.generate, Phase.shrink))


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.__name__, marks=marks(rule)) for rule in BROKEN])
def test_a_broken_rule_of_images_is_noticed(
    rule: Break, database: Database[FixtureDocument], monkeypatch: pytest.MonkeyPatch
) -> None:
    rule(monkeypatch)
    with pytest.raises(AssertionError):
        live(database, AT_MOST, 1, (Phase.generate,))
