"""Killed processes of a running stack: services restart on their ports, without database or emulator it ends."""

import os
import signal
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from footy.core.clock import MatchClock
from tests.integration.command import facts, running
from tests.support.waiting import FAILED_SECONDS, eventually

pytestmark = [
    pytest.mark.xdist_group("interruption"),
    pytest.mark.soak,
    pytest.mark.long,
    pytest.mark.embedded("the emulator is one of the killed processes"),
]

UP = ("up", "--replay", "var", "--speed", "4")
RESUMED = ("up", "--resume", "--speed", "4")


def goes(clock: MatchClock) -> bool:
    """Return whether the replay clock runs."""
    return clock.pace().rate > 0


def killed(home: Path, name: str) -> dict[str, Any]:
    """Kill a process of the stack and return the facts of the stack before."""
    facts_before = eventually(partial(facts, home), "a stack")
    os.kill(facts_before["pids"][name], signal.SIGKILL)
    return facts_before


def back(home: Path, name: str, before: dict[str, Any]) -> bool:
    now = facts(home)
    return now is not None and now["pids"][name] not in {None, before["pids"][name]}


def log_lines(home: Path) -> list[str]:
    return (home.parent / f"{home.name}.log").read_text().splitlines()


def test_services_restart_and_a_lost_database_ends_the_stack(tmp_path: Path) -> None:
    home = tmp_path / "stack"
    clock = MatchClock(home / "clock.json")
    with running(home, *UP) as stack:
        eventually((home / "aws" / "deployed").exists, "a deployment")
        eventually(partial(goes, clock), "a match")
        ports = (home / "addresses.json").read_text(), (home / "logs" / "eyes.port").read_text()
        for name in ("services", "eyes"):
            before = killed(home, name)
            eventually(partial(back, home, name, before), f"{name} again")
            eventually(partial(goes, clock), "a match that goes on")
        assert ((home / "addresses.json").read_text(), (home / "logs" / "eyes.port").read_text()) == ports
        killed(home, "mongodb")
        assert stack.wait(FAILED_SECONDS) == 3
    ends = [line for line in log_lines(home) if line.startswith("found-footy: ")]
    assert len(ends) == 1
    assert "mongodb ended (killed by SIGKILL)" in ends[0]
    assert "up --resume" in ends[0]
    assert not any("Traceback" in line for line in log_lines(home))
    assert clock.pace().rate == 0, "the replay clock pauses while the stack is down"
    stood, deployed = clock.now(), (home / "aws" / "deployed").read_text()

    with running(home, *RESUMED) as stack:
        eventually(partial(facts, home), "a stack")
        eventually(partial(goes, clock), "a match that goes on")
        assert clock.now() >= stood
        assert (home / "aws" / "deployed").read_text() == deployed, "with the same addresses nothing is deployed again"
        killed(home, "aws")
        assert stack.wait(FAILED_SECONDS) == 3
    [end] = [line for line in log_lines(home) if line.startswith("found-footy: ")]
    assert "aws ended (killed by SIGKILL)" in end
