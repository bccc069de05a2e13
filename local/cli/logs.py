"""The newest lines of what the stack, its services, its functions and their tasks wrote."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from local.aws.server import client_at
from local.process.errors import LocalError
from local.stack.deploy import TARGET
from local.stack.home import PROJECT, Home

TASK = "clips"


def newest_lines(home: Home, function: str | None, limit: int) -> list[str]:
    """Of one function, or of the stack's own files and all functions together."""
    if function is not None and function not in (known := names()):
        raise LocalError(f"there is no function {function}: {', '.join(known)}")
    facts = home.recall()
    said = _functions(facts.endpoint, function) if facts else _kept(home, function)
    own = [] if function else [line for file in sorted(home.logs.glob("*.log")) for line in _tail(file, limit)]
    return own + sorted(said)[-limit:]


def names() -> list[str]:
    """Whose lines can be asked for: the functions by their folders, and the task."""
    return sorted({*(file.parent.name for file in (PROJECT / "lambdas").glob("*/handler.py")), TASK})


def keep(home: Home, endpoint: str) -> None:
    """Writes down what functions and tasks said, for when the AWS is gone."""
    folder = home.logs / "functions"
    with suppress(LocalError, OSError):  # it may have ended already, or the disk is full
        folder.mkdir(exist_ok=True)
        for name in names():
            (folder / f"{name}.log").write_text("".join(f"{line}\n" for line in _functions(endpoint, name)))


def _kept(home: Home, function: str | None) -> Iterator[str]:
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
