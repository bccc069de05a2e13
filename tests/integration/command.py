"""Commands of the local stack, run as a user runs them."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.waiting import FAILED_SECONDS

ROOT = Path(__file__).resolve().parents[2]
NOT_OURS = ("API_FOOTBALL_KEY", "API_FOOTBALL_URL", "X_BEARER_TOKEN", "VISION_URL", "MONGODB_URI")
MATCH_SECONDS = 3 * FAILED_SECONDS


def environment(**given: str) -> dict[str, str]:
    """Return the environment without the user's own services."""
    return {**{name: text for name, text in os.environ.items() if name not in NOT_OURS}, **given}


def local(*arguments: str, given: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run `python -m local` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "local", *arguments],
        cwd=ROOT,
        env=environment(**(given or {})),
        capture_output=True,
        text=True,
        timeout=MATCH_SECONDS,
        check=False,
    )


@contextmanager
def running(home: Path, *arguments: str, given: Mapping[str, str] | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """Start `python -m local` and terminate it at the end of the block."""
    with (home.parent / f"{home.name}.log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "local", *arguments, "--home", str(home)],
            cwd=ROOT,
            env=environment(**(given or {})),
            stdout=log,
            stderr=log,
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(FAILED_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def facts(home: Path) -> dict[str, Any] | None:
    """Read the facts that a running stack wrote."""
    file = home / "running.json"
    try:
        stored: dict[str, Any] = json.loads(file.read_text())
    except (FileNotFoundError, ValueError):
        return None

    return stored
