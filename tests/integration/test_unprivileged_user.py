"""Match for a user without privileges and home, in a non-ASCII checkout and locale C."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.integration.command import MATCH_SECONDS, ROOT, environment
from tests.support.unprivileged import closed_folder, dropped, hand_over

# other users cannot read what is installed in a closed folder: the match is played as this user then
CLOSED = closed_folder(ROOT)
pytestmark = [
    pytest.mark.xdist_group("anyone"),
    pytest.mark.embedded("another user starts the stack"),
    pytest.mark.ci,
]

# a root file system has devices: a copy of /dev/zero never ends
NOT_COPIED = (
    "rootfs",
    ".git",
    ".venv",
    ".local",
    "node_modules",
    "cdk.out",
    "assembly-*",
    "__pycache__",
    ".*_cache",
    ".hypothesis",
)
SOURCES = ("", "layers/footy/python", "containers/clips", "containers/eyes", "containers/browser")
INSTALLED = (".venv", "node_modules", ".local/ministack", ".local/eyes")


@pytest.fixture
def home() -> Iterator[Path]:
    """Create a folder for that user; pytest's own folders are closed to other users."""
    with TemporaryDirectory() as folder:
        yield Path(folder)


@pytest.fixture
def checkout(home: Path) -> Path:
    """Copy the checkout for that user and link what is installed."""
    copy = home / "Prüfstand"
    shutil.copytree(ROOT, copy, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))
    (copy / ".local").mkdir()
    for name in INSTALLED:
        if (ROOT / name).exists():
            (copy / name).symlink_to((ROOT / name).resolve())
    for folder, _, files in os.walk(home):
        for path in (Path(folder), *(Path(folder) / name for name in files)):
            if not path.is_symlink() and not CLOSED:
                hand_over(path)
    return copy


def test_a_match_ends_with_clips_and_without_the_var_goal(checkout: Path, home: Path) -> None:
    summary, temporary = home / "summary.json", home / "temporary"
    temporary.mkdir()
    if not CLOSED:
        hand_over(temporary)
    given = {"HOME": "/nonexistent", "TMPDIR": str(temporary), "LC_ALL": "C", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "local", "demo", "--replay", "var", "--json", str(summary)]
    played = subprocess.run(
        command if CLOSED else dropped(*command),
        cwd=checkout,
        env=environment(**given, PYTHONPATH=os.pathsep.join(str(checkout / source) for source in SOURCES)),
        capture_output=True,
        text=True,
        timeout=MATCH_SECONDS,
        check=False,
    )
    assert played.returncode == 0, played.stdout[-3000:] + played.stderr[-3000:]
    told: dict[str, Any] = json.loads(summary.read_text())
    assert told["problems"] == []
    [fixture] = told["fixtures"]

    [goal] = fixture["goals"]

    [removed] = fixture["removed"]
    assert goal["clips"]
    assert removed != goal["event_id"]
    kept = checkout / ".local" / "stack" / "logs" / "functions"
    for name in ("poll_batch", "clips"):
        assert (kept / f"{name}.log").read_text(), f"the logs of {name} are kept"
    assert list(temporary.iterdir()) == [], "nothing is left outside the checkout"
