"""States of the state machines, read from their files, including those within Maps."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cdk.constructs.compute.state_machine import PLACEHOLDER
from cdk.packages import ROOT

MACHINES = ("monitor", "ingest", "goal", "download", "classify")
INVOKES = "arn:aws:states:::lambda:invoke"


@dataclass(frozen=True, slots=True)
class AslState:
    """One state of a machine."""

    machine: str
    name: str
    body: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.machine}: {self.name}"

    @property
    def invokes(self) -> bool:
        """True for a state that invokes a function."""
        return self.body.get("Resource") == INVOKES

    @property
    def placeholder(self) -> str:
        """The placeholder of the function."""
        match = PLACEHOLDER.fullmatch(self.body["Arguments"]["FunctionName"])
        assert match, f"{self} has no placeholder for its function"
        return match[1]

    @property
    def function(self) -> str:
        """The function with the name of the state."""
        return self.name.lower().replace(" ", "_")


def definition(machine: str) -> dict[str, Any]:
    """Return the definition of a machine with its placeholders."""
    read: dict[str, Any] = json.loads((ROOT / "statemachines" / f"{machine}.asl.json").read_text(encoding="utf-8"))
    return read


def states() -> list[AslState]:
    """Return all states."""
    return [state for machine in MACHINES for state in _within(machine, definition(machine))]


def invoking() -> list[AslState]:
    """Return the states that invoke a function."""
    return [state for state in states() if state.invokes]


def _within(machine: str, part: Mapping[str, Any]) -> Iterator[AslState]:
    for name, body in part["States"].items():
        yield AslState(machine, name, body)
        if "ItemProcessor" in body:
            yield from _within(machine, body["ItemProcessor"])
