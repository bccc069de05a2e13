"""Targets that have chosen who looks at clips, and what of them stands in the stack of that."""

import json
from pathlib import Path
from typing import Any

from cdk.settings import Target
from tests.infrastructure.templates import Deployment, Resource, context, synthesise

YOURS = {"vision": "url", "settings": {"vision_url": "https://mine.example/v1"}}


def target(name: str, **block: object) -> Target:
    given = context(name)
    given[name] = {key: value for key, value in {**given[name], **block}.items() if value is not None}
    return Target.read(given.get)


def chosen(name: str, block: dict[str, Any], folder: Path) -> Deployment:
    file = folder / "settings.json"
    file.write_text(json.dumps(block), encoding="utf-8")
    return synthesise(name, folder / "cdk.out", settings=str(file))


def granted(deployment: Deployment, name: str) -> str:
    """All that the role of a function may do, as text."""
    role = deployment.function(name).properties["Role"]["Fn::GetAtt"][0]
    policies = [one for one in deployment.resources("AWS::IAM::Policy") if {"Ref": role} in one.properties["Roles"]]
    return json.dumps([one.properties["PolicyDocument"] for one in policies])


def only(deployment: Deployment, kind: str) -> Resource:
    [found] = [one for one in deployment.resources(kind) if one.stack == "vision"]
    return found
