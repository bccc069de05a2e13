"""Who kills processes of a stack kills nobody else, and says what a play does not show."""

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from footy.core.clock import MatchClock, Pace
from tests.chaos.play import KICK_OFF, Outcome, _strike_one
from tests.chaos.saboteur import Blow, is_due, strike

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
EARLY, LATE = timedelta(minutes=2), timedelta(minutes=3)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """Somebody who has nothing to do with the stack that runs, or is a part of it."""
    with subprocess.Popen(SLEEPS) as process:
        yield process
        process.kill()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """What a match that has ended leaves behind: a clock at which every blow is due."""
    MatchClock(tmp_path / "clock.json").write(Pace(time.time(), KICK_OFF + timedelta(hours=3), 0.0))
    return tmp_path


def noted(home: Path, stack: int, sleeper: subprocess.Popen[bytes]) -> None:
    (home / "running.json").write_text(json.dumps({"stack": stack, "pids": {"eyes": sleeper.pid, "aws": None}}))


def struck(blow: Blow, home: Path, parent: int) -> bool:
    assert is_due(blow, home, KICK_OFF)
    return strike(blow, home, parent, random.Random(1))


def test_a_new_stack_is_not_struck_before_it_has_forgotten_the_last_match(
    home: Path, sleeper: subprocess.Popen[bytes]
) -> None:
    assert not struck(Blow("parent", EARLY), home, sleeper.pid)
    assert sleeper.poll() is None


@pytest.mark.parametrize("victim", ["parent", "eyes"])
def test_what_a_killed_stack_wrote_down_leads_to_nobody(
    home: Path, sleeper: subprocess.Popen[bytes], victim: str
) -> None:
    noted(home, sleeper.pid + 1, sleeper)
    assert not struck(Blow(victim, EARLY), home, sleeper.pid)
    assert sleeper.poll() is None


def test_a_blow_that_finds_nobody_keeps_no_other_waiting(home: Path, sleeper: subprocess.Popen[bytes]) -> None:
    noted(home, 1, sleeper)
    outcome, waiting = Outcome(seed=1), [Blow("task", EARLY), Blow("eyes", LATE)]
    _strike_one(waiting, outcome, home, stack=1, draw=random.Random(1))
    sleeper.wait()
    assert outcome.struck == [Blow("eyes", LATE)]
    assert waiting == [Blow("task", EARLY)]


def test_a_play_in_which_somebody_was_not_there_is_void() -> None:
    outcome = Outcome(seed=6, missed=[Blow("task", EARLY)])
    assert not outcome.is_lossless
    assert "void" in str(outcome)
    assert Outcome(seed=6, struck=[Blow("task", EARLY)]).is_lossless
