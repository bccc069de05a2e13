"""One play of `make chaos`: whoever is killed, nothing is lost."""

from pathlib import Path

import pytest

from tests.chaos.play import play
from tests.chaos.saboteur import VICTIMS, blows_of

pytestmark = pytest.mark.xdist_group("chaos")

# a function's worker, then the parent of all
SEED = next(seed for seed in range(10_000) if [blow.victim for blow in blows_of(seed)] == ["worker", "parent"])


@pytest.mark.embedded("its own process and those of its functions are killed")
@pytest.mark.ci
def test_a_match_with_blows_loses_nothing(tmp_path: Path) -> None:
    outcome = play(SEED, tmp_path / "stack")
    assert outcome.is_lossless, outcome
    assert outcome.resumed == 1


def test_a_seed_strikes_the_same_blows_again_and_others_strike_others() -> None:
    assert blows_of(7) == blows_of(7)
    assert len({tuple(blows_of(seed)) for seed in range(20)}) == 20


def test_everybody_is_struck_within_a_series() -> None:
    assert {blow.victim for seed in range(1, 8) for blow in blows_of(seed)} == {*VICTIMS}
