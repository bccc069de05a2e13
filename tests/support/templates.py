"""Synthesised targets and their CloudFormation templates."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from aws_cdk import App
from cdk_nag import AwsSolutionsChecks
from cfnlint.api import lint_file  # type: ignore[import-untyped]
from cfnlint.config import ManualArgs  # type: ignore[import-untyped]

from cdk.packages import ROOT
from cdk.settings import Target
from cdk.system import compose

# stacks that exist only with an option of the target
SESSIONS, USERS, DASHBOARDS = "sessions", "users", "dashboards"
STACKS = ("data", "state", USERS, "vision", SESSIONS, "downloads", "goals", "images", "page", DASHBOARDS)
EXTERNAL_VISION = {"vision": "url", "settings": {"vision_url": "https://mine.example/v1"}}
# W3005: the CDK writes a dependency that CloudFormation would derive
LINT = ManualArgs(regions=["eu-west-1"], ignore_checks=["W3005"])
# prefix of the roles that the CDK adds to copy the files of the page
CDK_ROLES = "CustomCDKBucketDeployment"


def context(target: str, **more: object) -> dict[str, Any]:
    """Return the context that the CDK CLI passes to the app."""
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
    """One synthesised target."""

    target: Target
    app: App
    folder: Path

    @cached_property
    def templates(self) -> dict[str, dict[str, Any]]:
        """The templates by stack."""
        return {stack: json.loads(self.file(stack).read_text(encoding="utf-8")) for stack in self.stacks}

    @property
    def files(self) -> list[Path]:
        """The files of the templates."""
        return [self.file(stack) for stack in self.stacks]

    @property
    def stacks(self) -> list[str]:
        """The stacks of this target."""
        optional = {"vision": bool(self.target.vision), SESSIONS: bool(self.target.x_accounts)}
        optional |= {DASHBOARDS: not self.target.emulator, USERS: self.target.own_users}
        return [stack for stack in STACKS if optional.get(stack, True)]

    def file(self, stack: str) -> Path:
        """Return the file of a template."""
        return self.folder / f"footy-{self.target.name}-{stack}.template.json"

    def resources(self, kind: str = "", stack: str = "") -> list[Resource]:
        """Return all resources of a type, of all stacks or of one."""
        return [one for one in self._all() if kind in ("", one.type) and stack in ("", one.stack)]

    def one(self, kind: str, part_of_name: str = "", stack: str = "") -> Resource:
        """Return the only resource of a type whose logical id contains a text."""
        matches = [resource for resource in self.resources(kind, stack) if part_of_name in resource.name]
        assert len(matches) == 1, f"{len(matches)} of {kind} contain {part_of_name}"
        return matches[0]

    def functions(self) -> list[Resource]:
        """Return our functions, without those of the CDK."""
        return [one for one in self.resources("AWS::Lambda::Function") if one.properties["Handler"] == "handler.handle"]

    def function(self, name: str) -> Resource:
        """Return the function of a folder of lambdas/."""
        return next(one for one in self.functions() if service(one) == name)

    def role_of(self, function: Resource) -> str:
        """Return the logical id of a function's role."""
        return str(function.properties["Role"]["Fn::GetAtt"][0])

    def policies_of(self, function: Resource) -> list[Resource]:
        """Return the policies of a function's role."""
        role = {"Ref": self.role_of(function)}
        policies = self.resources("AWS::IAM::Policy", function.stack)
        return [policy for policy in policies if role in policy.properties["Roles"]]

    def granted(self, name: str) -> str:
        """Return the policies of a function as text."""
        return json.dumps([policy.properties["PolicyDocument"] for policy in self.policies_of(self.function(name))])

    def allowed(self, stack: str = "") -> Iterator[tuple[str, str, object]]:
        """Yield policy, action and resource of each permission of our roles."""
        for policy in self.resources("AWS::IAM::Policy", stack):
            if policy.name.startswith(CDK_ROLES):
                continue
            for statement in policy.properties["PolicyDocument"]["Statement"]:
                if statement["Effect"] == "Allow":
                    for action in listed(statement["Action"]):
                        for resource in listed(statement["Resource"]):
                            yield policy.name, action, resource

    def findings(self, stack: str = "") -> list[tuple[str, str]]:
        """Return the findings of cdk-nag for the app or one stack."""
        return nag_findings(self.app, f"{self.target.prefix}-{stack}" if stack else "")

    def lint(self, *stacks: str) -> list[str]:
        """Return the findings of cfn-lint for the templates of some stacks, or of all."""
        files = [self.file(stack) for stack in stacks or self.stacks]
        return [str(match) for file in files for match in lint_file(file, config=LINT)]

    def _all(self) -> Iterator[Resource]:
        for stack, template in self.templates.items():
            for name, body in template["Resources"].items():
                yield Resource(stack, name, body["Type"], body.get("Properties", {}), body)


def listed(value: object) -> list[Any]:
    """Return a list of a value that IAM writes as a list or as a single item."""
    return value if isinstance(value, list) else [value]


def nag_findings(app: App, stack: str = "") -> list[tuple[str, str]]:
    """Return the findings of cdk-nag for an app or one of its stacks."""
    report = AwsSolutionsChecks(app).validate_scope(app.node.find_child(stack) if stack else app)
    return [(violation.rule_name, violation.description) for violation in report.violations]


def service(function: Resource) -> str:
    """Return the service name of a function."""
    name: str = variables(function)["POWERTOOLS_SERVICE_NAME"]
    return name


def variables(function: Resource) -> dict[str, Any]:
    """Return the environment of a function."""
    environment: dict[str, Any] = function.properties["Environment"]["Variables"]
    return environment


def target(name: str, **block: object) -> Target:
    """Read a target of cdk.json with changed keys; None removes a key."""
    changed = context(name)
    changed[name] = {key: value for key, value in {**changed[name], **block}.items() if value is not None}
    return Target.read(changed.get)


def synthesise(name: str, folder: Path, **more: object) -> Deployment:
    """Synthesise a target in this process."""
    app = App(context=context(name, **more), outdir=str(folder))
    read = Target.read(app.node.try_get_context)
    compose(app, read)
    app.synth()
    return Deployment(read, app, folder)


def synthesise_with(name: str, block: dict[str, Any], folder: Path) -> Deployment:
    """Synthesise a target with some keys changed."""
    file = folder / "settings.json"
    file.write_text(json.dumps(block), encoding="utf-8")
    return synthesise(name, folder / "cdk.out", settings=str(file))
