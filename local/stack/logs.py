"""Newest log lines of the stack, its services, its functions and their tasks."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from local import PROJECT, TARGET
from local.aws.client import client_at
from local.process.errors import LocalError
from local.stack.home import Home

TASK = "clips"


def newest_lines(home: Home, function: str | None, limit: int) -> list[str]:
    """Return the newest lines of one function, or of the stack's own files and all functions."""
    if function is not None and function not in (names := function_names()):
        raise LocalError(f"there is no function {function}: choose one of {', '.join(names)}")
    stack = home.read_running()
    lines = _functions(stack.endpoint, function) if stack else _saved(home, function)
    files = [] if function else [line for file in sorted(home.logs.glob("*.log")) for line in _tail(file, limit)]
    return files + sorted(lines)[-limit:]


def function_names() -> list[str]:
    """Return the names of the functions by their folders, and of the task."""
    return sorted({*(file.parent.name for file in (PROJECT / "lambdas").glob("*/handler.py")), TASK})


def save_function_logs(home: Home, endpoint: str) -> None:
    """Save the logs of functions and tasks for the time after the end of the AWS."""
    folder = home.logs / "functions"
    with suppress(LocalError, OSError):  # the AWS may have ended already, or the disk is full
        folder.mkdir(exist_ok=True)
        for name in function_names():
            (folder / f"{name}.log").write_text("".join(f"{line}\n" for line in _functions(endpoint, name)))


def _saved(home: Home, function: str | None) -> Iterator[str]:
    for file in (home.logs / "functions").glob("*.log"):
        if function in {None, file.stem}:
            yield from file.read_text(errors="replace").splitlines()


def _tail(file: Path, limit: int) -> list[str]:
    return [f"{file.stem}: {line}" for line in file.read_text(errors="replace").splitlines()[-limit:]]


def _functions(endpoint: str, function: str | None) -> Iterator[str]:
    logs = client_at(endpoint, "logs")
    try:
        groups = logs.get_paginator("describe_log_groups").paginate(logGroupNamePrefix=f"/footy/{TARGET}/")
        for group in groups.build_full_result()["logGroups"]:
            name = group["logGroupName"].rsplit("/", 1)[-1].replace("-", "_")
            if function in {None, name}:
                for page in logs.get_paginator("filter_log_events").paginate(logGroupName=group["logGroupName"]):
                    yield from (_line(name, event) for event in page["events"])
    except (BotoCoreError, ClientError) as failure:
        raise LocalError(f"the AWS at {endpoint} does not answer: {failure}") from failure


def _line(name: str, event: dict[str, Any]) -> str:
    moment = datetime.fromtimestamp(event["timestamp"] / 1000, UTC)
    return f"{moment:%H:%M:%S.%f} {name}: {event['message'].rstrip()}"
