"""One play of `make chaos`: nothing is lost."""

from pathlib import Path

import pytest

from tests.chaos.faults import VICTIMS, faults_of
from tests.chaos.play import play

pytestmark = pytest.mark.xdist_group("chaos")

# a function's worker, then the parent of all
SEED = next(seed for seed in range(10_000) if [fault.victim for fault in faults_of(seed)] == ["worker", "parent"])


@pytest.mark.embedded("it kills processes of the emulator and its functions")
@pytest.mark.ci
def test_a_match_with_faults_loses_nothing(tmp_path: Path) -> None:
    outcome = play(SEED, tmp_path / "stack")
    assert outcome.is_lossless, outcome
    assert outcome.resumed == 1


def test_a_seed_repeats_its_faults() -> None:
    assert faults_of(7) == faults_of(7)
    assert len({tuple(faults_of(seed)) for seed in range(20)}) == 20


def test_seven_seeds_kill_every_kind_of_process() -> None:
    assert {fault.victim for seed in range(1, 8) for fault in faults_of(seed)} == {*VICTIMS}
