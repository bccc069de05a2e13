"""Fault injector: which process to kill at which moment, drawn from a seed."""

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
# parts of the command lines of processes below the emulator
MARKS = {"worker": "_worker.py", "task": "fetcher"}


@dataclass(frozen=True, slots=True)
class Fault:
    """Process to kill, and the match time at which to kill it."""

    victim: str
    after: timedelta

    def __str__(self) -> str:
        return f"{self.victim} at {self.after.total_seconds() / 60:.1f}'"


def faults_of(seed: int) -> list[Fault]:
    """Draw one to four faults, in match order; successive seeds start with each victim in turn."""
    draw = random.Random(seed)
    victims = [VICTIMS[seed % len(VICTIMS)], *draw.choices(VICTIMS, k=draw.randint(0, 3))]
    moments = sorted(draw.uniform(FIRST.total_seconds(), LAST.total_seconds()) for _ in victims)
    return [Fault(victim, timedelta(seconds=seconds)) for victim, seconds in zip(victims, moments, strict=True)]


def is_due(fault: Fault, home: Path, kick_off: datetime) -> bool:
    """Return whether the replay clock has reached the fault."""
    try:
        return MatchClock(home / "clock.json").now() >= kick_off + fault.after
    except (OSError, ValueError):
        return False


def inject(fault: Fault, home: Path, parent: int, draw: random.Random) -> bool:
    """Kill the process and return whether it existed; ignore facts that an earlier stack wrote."""
    running = facts(home)
    if running is None or running["stack"] != parent:
        return False
    if fault.victim == "parent":
        return _kill(parent)
    if fault.victim in MARKS:
        aws = running["pids"]["aws"]
        pids = [pid for pid, command in _below(aws).items() if MARKS[fault.victim] in command] if aws else []
        return bool(pids) and _kill(draw.choice(sorted(pids)))
    return _kill(running["pids"][fault.victim])


def _kill(pid: int | None) -> bool:
    if pid is None:
        return False
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _below(root: int) -> dict[int, str]:
    """Return the command lines of all descendants of a process."""
    ps = shutil.which("ps") or "ps"
    listing = subprocess.run([ps, "-A", "-ww", "-o", "pid=,ppid=,args="], capture_output=True, text=True, check=True)
    children, commands = defaultdict[int, list[int]](list), dict[int, str]()
    for line in listing.stdout.splitlines():
        process, parent, command = line.split(maxsplit=2)
        children[int(parent)].append(int(process))
        commands[int(process)] = command
    pending, pids = list(children[root]), dict[int, str]()
    while pending:
        pid = pending.pop()
        pids[pid] = commands[pid]
        pending += children[pid]
    return pids
