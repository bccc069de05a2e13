"""Builders for tests of the local stack."""

import io
from pathlib import Path
from typing import Any

from local.aws.server import Ministack
from local.cli.summary import ClipLine, FixtureLine, GoalLine
from local.front.server import FrontProcess
from local.replay.model import REPLAYS
from local.stack.home import Home
from local.stack.progress import ProgressLog
from local.stack.stack import Stack

VAR_FILE = REPLAYS / "var.toml"
CLOSED_PORT = 9


class DeadMember:
    """Member of a stack that ends as soon as it is started."""

    pid: int | None = None
    exit_reason: str | None = "exit code 1"

    def start(self) -> None:
        """End at once."""

    def stop(self) -> None:
        """Do nothing."""


class Terminal(io.StringIO):
    """Output of a command that is, or is not, a terminal."""

    def __init__(self, *, is_terminal: bool = False) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


def stack_without_services(folder: Path, **fields: Any) -> Stack:
    """Return a stack whose emulator and database do not answer."""
    home = Home(folder / "stack")
    home.prepare()
    stack = Stack(home, ProgressLog(Terminal()), VAR_FILE, 60.0, **fields)
    stack.aws = Ministack(home.aws, CLOSED_PORT)
    stack.mongo_uri = f"mongodb://127.0.0.1:{CLOSED_PORT}/?serverSelectionTimeoutMS=100"
    stack.front = FrontProcess(home.logs, home.origins)
    return stack


def fixture_line(*goals: GoalLine, **fields: Any) -> FixtureLine:
    """Return a fixture of a summary."""
    defaults: dict[str, Any] = {
        "fixture_id": 1,
        "collection": "active",
        "teams": "Argentina - France",
        "status": "2H",
        "score": "3-3",
        "shootout": "",
        "unwatched": False,
        "removed": (),
        "spare_keys": (),
        "goals": goals,
    }
    return FixtureLine(**{**defaults, **fields})


def goal_line(**fields: Any) -> GoalLine:
    """Return a finished goal with a clip."""
    defaults: dict[str, Any] = {
        "event_id": "1_2_3_Goal_1",
        "fixture_id": 1,
        "minute": "23",
        "scorer": "L. Messi",
        "team": "Argentina",
        "score": "1-0",
        "stage": "watching",
        "downloads": 10,
        "finished": 9,
        "monitor_complete": True,
        "download_complete": True,
        "because": "downloads_finished",
        "clips": (ClipLine(1, "key", 12.3, 20.0, "1280x720", 4, 23, "verified"),),
    }
    return GoalLine(**{**defaults, **fields})
