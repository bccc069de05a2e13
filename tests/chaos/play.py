"""One match with blows: killed, gone on with where the stack says so, and looked at in the end."""

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
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

    @property
    def is_void(self) -> bool:
        """Whether it shows less than its seed promises: somebody who was to be killed was not."""
        return bool(self.missed)

    @property
    def is_lossless(self) -> bool:
        return not self.lost and not self.is_void

    def __str__(self) -> str:
        told = ", ".join(map(str, self.struck)) or "nobody"
        void = f"void, nobody there: {', '.join(map(str, self.missed))}" if self.is_void else "nothing lost"
        verdict = "; ".join(self.lost) or void
        return f"seed {self.seed}: killed {told}; resumed {self.resumed}x; {self.seconds:.0f} s: {verdict}"


def play(seed: int, home: Path) -> Outcome:
    """Plays to the end whatever is killed, and reads what is left."""
    outcome, waiting, draw, began = Outcome(seed), blows_of(seed), random.Random(seed), time.monotonic()
    log = home.with_name(f"{home.name}.log")
    log.parent.mkdir(parents=True, exist_ok=True)
    log.unlink(missing_ok=True)
    arguments = [*PLAYED, "--fresh"]
    while True:
        code = _run(arguments, home, log, partial(_strike_one, waiting, outcome, home, draw=draw))
        if code not in {ENDED, KILLED} or time.monotonic() - began > PATIENCE_SECONDS:
            break
        outcome.resumed += 1
        arguments = [*PLAYED, "--resume"]
    outcome.missed += waiting
    # the verdict does not ask what the stack thinks of itself, but it has to have come to its end
    outcome.lost = [*([f"exit code {code}"] if code else []), *losses(home)]
    outcome.seconds = time.monotonic() - began
    return outcome


def _strike_one(waiting: list[Blow], outcome: Outcome, home: Path, stack: int, draw: random.Random) -> None:
    """The first blow that is due and finds somebody; one that finds nobody keeps no other waiting."""
    due = (blow for blow in waiting if is_due(blow, home, KICK_OFF))
    struck = next((blow for blow in due if strike(blow, home, stack, draw)), None)
    if struck:
        waiting.remove(struck)
        outcome.struck.append(struck)


def _run(arguments: list[str], home: Path, log: Path, look: Callable[[int], None]) -> int:
    """The exit code of the stack, which somebody looks at many times a second."""
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
