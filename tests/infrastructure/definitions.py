"""The state machines as their files tell them: every state of every machine, within Maps too."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cdk.constructs.compute.state_machine import PLACEHOLDER
from cdk.packages import ROOT

MACHINES = ("monitor", "ingest", "goal", "download", "classify")
INVOKES = "arn:aws:states:::lambda:invoke"


@dataclass(frozen=True, slots=True)
class State:
    """One state of a machine."""

    machine: str
    name: str
    body: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.machine}: {self.name}"

    @property
    def invokes(self) -> bool:
        """Whether it calls a function."""
        return self.body.get("Resource") == INVOKES

    @property
    def placeholder(self) -> str:
        """What stands for the function that it calls."""
        found = PLACEHOLDER.fullmatch(self.body["Arguments"]["FunctionName"])
        assert found, f"{self} names its function itself"
        return found[1]

    @property
    def function(self) -> str:
        """The function that it is called like."""
        return self.name.lower().replace(" ", "_")


def definition(machine: str) -> dict[str, Any]:
    """A machine as its file has it, before any substitution."""
    read: dict[str, Any] = json.loads((ROOT / "statemachines" / f"{machine}.asl.json").read_text(encoding="utf-8"))
    return read


def states() -> list[State]:
    """All there are."""
    return [state for machine in MACHINES for state in _within(machine, definition(machine))]


def invoking() -> list[State]:
    """Those that call a function."""
    return [state for state in states() if state.invokes]


def _within(machine: str, part: Mapping[str, Any]) -> Iterator[State]:
    for name, body in part["States"].items():
        yield State(machine, name, body)
        if "ItemProcessor" in body:
            yield from _within(machine, body["ItemProcessor"])
