"""Fault injector: it kills only processes of the current stack, and reports faults it could not inject."""

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
from tests.chaos.faults import Fault, inject, is_due
from tests.chaos.play import KICK_OFF, Outcome, _inject_one

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]
EARLY, LATE = timedelta(minutes=2), timedelta(minutes=3)


@pytest.fixture
def sleeper() -> Iterator[subprocess.Popen[bytes]]:
    """Start a process that may or may not belong to the stack."""
    with subprocess.Popen(SLEEPS) as process:
        yield process
        process.kill()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Create a home whose clock is past every fault."""
    MatchClock(tmp_path / "clock.json").write(Pace(time.time(), KICK_OFF + timedelta(hours=3), 0.0))
    return tmp_path


def noted(home: Path, stack: int, sleeper: subprocess.Popen[bytes]) -> None:
    (home / "running.json").write_text(json.dumps({"stack": stack, "pids": {"eyes": sleeper.pid, "aws": None}}))


def injected(fault: Fault, home: Path, parent: int) -> bool:
    assert is_due(fault, home, KICK_OFF)
    return inject(fault, home, parent, random.Random(1))


def test_facts_of_an_earlier_match_inject_no_fault(home: Path, sleeper: subprocess.Popen[bytes]) -> None:
    assert not injected(Fault("parent", EARLY), home, sleeper.pid)
    assert sleeper.poll() is None


@pytest.mark.parametrize("victim", ["parent", "eyes"])
def test_facts_of_a_killed_stack_inject_no_fault(home: Path, sleeper: subprocess.Popen[bytes], victim: str) -> None:
    noted(home, sleeper.pid + 1, sleeper)
    assert not injected(Fault(victim, EARLY), home, sleeper.pid)
    assert sleeper.poll() is None


def test_a_missing_process_does_not_delay_other_faults(home: Path, sleeper: subprocess.Popen[bytes]) -> None:
    noted(home, 1, sleeper)
    outcome, pending = Outcome(seed=1), [Fault("task", EARLY), Fault("eyes", LATE)]
    _inject_one(pending, outcome, home, stack=1, draw=random.Random(1))
    sleeper.wait()
    assert outcome.injected == [Fault("eyes", LATE)]
    assert pending == [Fault("task", EARLY)]


def test_a_play_with_a_missed_fault_is_void() -> None:
    outcome = Outcome(seed=6, missed=[Fault("task", EARLY)])
    assert not outcome.is_lossless
    assert "void" in str(outcome)
    assert Outcome(seed=6, injected=[Fault("task", EARLY)]).is_lossless
