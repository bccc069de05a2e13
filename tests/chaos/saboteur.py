"""Who is killed, and when in the match: drawn from a seed, so that a play can be repeated."""

import os
import random
import shutil
import signal
import subprocess
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from footy.core.clock import MatchClock
from tests.integration.command import facts

VICTIMS = ("mongodb", "aws", "worker", "task", "eyes", "services", "parent")
# from the first goal of the replay until its last search has ended
FIRST, LAST = timedelta(minutes=2), timedelta(minutes=16)
# how processes below the emulator are told apart by their command lines
MARKS = {"worker": "_worker.py", "task": "fetcher"}


@dataclass(frozen=True, slots=True)
class Blow:
    """One process to be killed once the match has come so far."""

    victim: str
    after: timedelta

    def __str__(self) -> str:
        return f"{self.victim} at {self.after.total_seconds() / 60:.1f}'"


def blows_of(seed: int) -> list[Blow]:
    """One to four of them, in the order of the match; the first victims of a series are all of them in turn."""
    draw = random.Random(seed)
    victims = [VICTIMS[seed % len(VICTIMS)], *draw.choices(VICTIMS, k=draw.randint(0, 3))]
    moments = sorted(draw.uniform(FIRST.total_seconds(), LAST.total_seconds()) for _ in victims)
    return [Blow(victim, timedelta(seconds=seconds)) for victim, seconds in zip(victims, moments, strict=True)]


def is_due(blow: Blow, home: Path, kick_off: datetime) -> bool:
    """Whether the match has come to it; the clock of a stack that is down stands."""
    try:
        return MatchClock(home / "clock.json").now() >= kick_off + blow.after
    except (OSError, ValueError):
        return False


def strike(blow: Blow, home: Path, parent: int, draw: random.Random) -> bool:
    """Whether there was one to kill; what a stack before this one wrote down is about other processes."""
    known = facts(home)
    if known is None or known["stack"] != parent:
        return False
    if blow.victim == "parent":
        return _kill(parent)
    if blow.victim in MARKS:
        aws = known["pids"]["aws"]
        found = [pid for pid, command in _below(aws).items() if MARKS[blow.victim] in command] if aws else []
        return bool(found) and _kill(draw.choice(sorted(found)))
    return _kill(known["pids"][blow.victim])


def _kill(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _below(root: int) -> dict[int, str]:
    """All that this process started, by what they run."""
    ps = shutil.which("ps") or "ps"
    told = subprocess.run([ps, "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    children, commands = defaultdict[int, list[int]](list), dict[int, str]()
    for line in told.stdout.splitlines():
        process, parent, command = line.split(maxsplit=2)
        children[int(parent)].append(int(process))
        commands[int(process)] = command
    waiting, found = list(children[root]), dict[int, str]()
    while waiting:
        pid = waiting.pop()
        found[pid] = commands[pid]
        waiting += children[pid]
    return found
