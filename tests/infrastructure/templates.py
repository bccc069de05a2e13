"""Synthesised templates, read as what they are: JSON."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from aws_cdk import App

from cdk.packages import ROOT
from cdk.settings import Target
from cdk.system import compose

# some only where a target chooses them
SESSIONS = "sessions"
# only where the deployment makes the users of its database
USERS = "users"
# which every target has but the emulator's, that draws no dashboards
DASHBOARDS = "dashboards"
STACKS = ("data", "state", USERS, "vision", SESSIONS, "downloads", "goals", "images", "page", DASHBOARDS)


def context(target: str, **more: object) -> dict[str, Any]:
    """What the CDK CLI hands to the app."""
    stored: dict[str, Any] = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    return {**stored, "target": target, **more}


@dataclass(frozen=True)
class Resource:
    """One resource of a template."""

    stack: str
    name: str
    type: str
    properties: Mapping[str, Any]
    rest: Mapping[str, Any]


@dataclass(frozen=True)
class Deployment:
    """One target, synthesised."""

    target: Target
    app: App
    folder: Path

    @cached_property
    def templates(self) -> dict[str, dict[str, Any]]:
        """The templates of its stacks."""
        return {stack: json.loads(self.file(stack).read_text(encoding="utf-8")) for stack in self.stacks}

    @property
    def files(self) -> list[Path]:
        """Where the templates lie."""
        return [self.file(stack) for stack in self.stacks]

    @property
    def stacks(self) -> list[str]:
        """The stacks of this target: not each has users, somebody of its own to look at clips, or accounts at X."""
        chosen = {"vision": bool(self.target.vision), SESSIONS: bool(self.target.x_accounts)}
        chosen |= {DASHBOARDS: not self.target.emulator, USERS: self.target.own_users}
        return [stack for stack in STACKS if chosen.get(stack, True)]

    def file(self, stack: str) -> Path:
        """Where the template of a stack lies."""
        return self.folder / f"footy-{self.target.name}-{stack}.template.json"

    def resources(self, kind: str = "") -> list[Resource]:
        """All resources of this type."""
        return [one for one in self._every() if one.type == kind or not kind]

    def one(self, kind: str, part_of_name: str) -> Resource:
        """The resource of this type whose name holds these letters."""
        found = [one for one in self.resources(kind) if part_of_name in one.name]
        assert len(found) == 1, f"{len(found)} of {kind} are called {part_of_name}"
        return found[0]

    def functions(self) -> list[Resource]:
        """The functions of this project, not those that CDK brings for itself."""
        return [one for one in self.resources("AWS::Lambda::Function") if one.properties["Handler"] == "handler.handle"]

    def function(self, name: str) -> Resource:
        """The function of a folder of lambdas/."""
        return next(one for one in self.functions() if service(one) == name)

    def _every(self) -> Iterator[Resource]:
        for stack, template in self.templates.items():
            for name, body in template["Resources"].items():
                yield Resource(stack, name, body["Type"], body.get("Properties", {}), body)


def service(function: Resource) -> str:
    """The name a function signs its logs with."""
    name: str = variables(function)["POWERTOOLS_SERVICE_NAME"]
    return name


def variables(function: Resource) -> dict[str, Any]:
    """The environment of a function."""
    found: dict[str, Any] = function.properties["Environment"]["Variables"]
    return found


def synthesise(target: str, folder: Path, **more: object) -> Deployment:
    """Composes a target in this process, as `cdk synth` does in one of its own."""
    app = App(context=context(target, **more), outdir=str(folder))
    read = Target.read(app.node.try_get_context)
    compose(app, read)
    app.synth()
    return Deployment(read, app, folder)
