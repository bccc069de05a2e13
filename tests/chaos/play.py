"""One match with blows: killed, gone on with where the stack says so, and looked at in the end."""

import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.chaos.saboteur import Blow, blows_of, is_due, strike
from tests.chaos.verdict import losses
from tests.integration.command import ROOT, environment

KICK_OFF = datetime(2025, 7, 5, 18, 0, tzinfo=UTC)
PLAYED = ("demo", "--replay", "var")
LOOK_SECONDS = 0.05
ENDED, KILLED = 3, -9
PATIENCE_SECONDS = 1_800.0


@dataclass(slots=True)
class Outcome:
    """What happened in one play."""

    seed: int
    struck: list[Blow] = field(default_factory=list)
    missed: list[Blow] = field(default_factory=list)
    resumed: int = 0
    lost: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        told = ", ".join(map(str, self.struck)) or "nobody"
        nobody = f"; nobody there: {', '.join(map(str, self.missed))}" if self.missed else ""
        verdict = "; ".join(self.lost) if self.lost else "nothing lost"
        return f"seed {self.seed}: killed {told}{nobody}; resumed {self.resumed}x; {self.seconds:.0f} s: {verdict}"


def play(seed: int, home: Path) -> Outcome:
    """Plays to the end whatever is killed, and reads what is left."""
    outcome, waiting, began = Outcome(seed), blows_of(seed), time.monotonic()
    log = home.with_name(f"{home.name}.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    arguments = [*PLAYED, "--fresh"]
    while True:
        code = _run(arguments, home, log, waiting, outcome)
        if code not in {ENDED, KILLED} or time.monotonic() - began > PATIENCE_SECONDS:
            break
        outcome.resumed += 1
        arguments = [*PLAYED, "--resume"]
    outcome.missed += waiting
    # the verdict does not ask what the stack thinks of itself, but it has to have come to its end
    outcome.lost = [*([f"exit code {code}"] if code else []), *losses(home)]
    outcome.seconds = time.monotonic() - began
    return outcome


def _run(arguments: list[str], home: Path, log: Path, waiting: list[Blow], outcome: Outcome) -> int:
    """The exit code of the stack, which is struck when it is due."""
    with log.open("ab") as output:
        command = [sys.executable, "-m", "local", *arguments, "--home", str(home)]
        process = subprocess.Popen(command, cwd=ROOT, env=environment(), stdout=output, stderr=output)
    try:
        deadline = time.monotonic() + PATIENCE_SECONDS
        while process.poll() is None and time.monotonic() < deadline:
            if waiting and is_due(waiting[0], home, KICK_OFF) and strike(waiting[0], home, process.pid):
                outcome.struck.append(waiting.pop(0))
            time.sleep(LOOK_SECONDS)
    finally:
        if process.poll() is None:
            process.kill()
    return process.wait()
