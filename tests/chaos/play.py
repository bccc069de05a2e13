"""One match with faults: kill processes, resume where the stack says so, and check the result."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tests.chaos.faults import Fault, faults_of, inject, is_due
from tests.chaos.verdict import losses
from tests.integration.command import ROOT, environment

KICK_OFF = datetime(2025, 7, 5, 18, 0, tzinfo=UTC)
PLAYED = ("demo", "--replay", "var")
LOOK_SECONDS = 0.05
ENDED, KILLED = 3, -9
PATIENCE_SECONDS = 1_800.0


@dataclass(slots=True)
class Outcome:
    """Result of one play."""

    seed: int
    injected: list[Fault] = field(default_factory=list)
    missed: list[Fault] = field(default_factory=list)
    resumed: int = 0
    losses_found: list[str] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def is_void(self) -> bool:
        """Return whether a fault could not be injected, so that the play proves less than its seed says."""
        return bool(self.missed)

    @property
    def is_lossless(self) -> bool:
        return not self.losses_found and not self.is_void

    def __str__(self) -> str:
        killed = ", ".join(map(str, self.injected)) or "nothing"
        void = f"void, no such process: {', '.join(map(str, self.missed))}" if self.is_void else "nothing lost"
        verdict = "; ".join(self.losses_found) or void
        return f"seed {self.seed}: killed {killed}; resumed {self.resumed}x; {self.seconds:.0f} s: {verdict}"


def play(seed: int, home: Path) -> Outcome:
    """Play to the end, resume after each fault that ends the stack, and check what is stored."""
    outcome, pending, draw, began = Outcome(seed), faults_of(seed), random.Random(seed), time.monotonic()
    log = home.with_name(f"{home.name}.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    arguments = [*PLAYED, "--fresh"]
    while True:
        code = _run(arguments, home, log, partial(_inject_one, pending, outcome, home, draw=draw))
        if code not in {ENDED, KILLED} or time.monotonic() - began > PATIENCE_SECONDS:
            break
        outcome.resumed += 1
        arguments = [*PLAYED, "--resume"]
    outcome.missed += pending

    # the check does not trust the summary of the stack, but the stack has to have ended normally
    outcome.losses_found = [*([f"exit code {code}"] if code else []), *losses(home)]
    outcome.seconds = time.monotonic() - began
    return outcome


def _inject_one(pending: list[Fault], outcome: Outcome, home: Path, stack: int, draw: random.Random) -> None:
    """Inject the first due fault whose process exists; a missing process does not delay other faults."""
    due = (fault for fault in pending if is_due(fault, home, KICK_OFF))
    injected = next((fault for fault in due if inject(fault, home, stack, draw)), None)
    if injected:
        pending.remove(injected)
        outcome.injected.append(injected)


def _run(arguments: list[str], home: Path, log: Path, look: Callable[[int], None]) -> int:
    """Run the stack and return its exit code; call `look` many times a second."""
    with log.open("ab") as output:
        command = [sys.executable, "-m", "local", *arguments, "--home", str(home)]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(FOOTY_ENDPOINT=""), stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            look(process.pid)
            time.sleep(LOOK_SECONDS)
    finally:
        if process.poll() is None:
            process.kill()
    return process.wait()
