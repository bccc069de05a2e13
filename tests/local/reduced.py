"""Reduced templates of an AWS target for the emulator."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# types it rejects, and custom resources, whose functions need AWS
REJECTED = (
    "AWS::Budgets::",
    "AWS::CloudFront::",
    "AWS::CloudWatch::Dashboard",
    "AWS::EC2::EIP",
    "AWS::EC2::FlowLog",
    "AWS::EC2::NatGateway",
    "AWS::EC2::SecurityGroupEgress",
    "AWS::EC2::SecurityGroupIngress",
    "AWS::ECS::ClusterCapacityProviderAssociations",
    "AWS::IAM::RolePolicy",
    "AWS::Logs::QueryDefinition",
    "AWS::SNS::TopicPolicy",
    "Custom::",
)
NOTHING = "left out"


def reduce(folder: Path) -> dict[str, int]:
    """Rewrites the templates of an assembly; answers how many of each type were left out."""
    left_out: dict[str, int] = {}
    for file in sorted(folder.glob("*.template.json")):
        template = json.loads(file.read_text(encoding="utf-8"))
        deleted = {name for name, body in template["Resources"].items() if body["Type"].startswith(REJECTED)}
        for name in deleted:
            kind = template["Resources"].pop(name)["Type"]
            left_out[kind] = left_out.get(kind, 0) + 1
        template.pop("Rules", None)  # they ask for a bootstrap, of which the emulator has none
        template.pop("Parameters", None)
        file.write_text(json.dumps(_without(template, deleted)), encoding="utf-8")
    _without_images(folder)
    return left_out


def _without(value: Any, deleted: set[str]) -> Any:
    """The same without what refers to resources that are gone."""
    if isinstance(value, dict):
        if value.get("Ref") in deleted or next(iter(value.get("Fn::GetAtt", [None])), None) in deleted:
            return NOTHING
        waits = {"DependsOn": list(_waits(value["DependsOn"], deleted))} if "DependsOn" in value else {}
        return {key: _without(one, deleted) for key, one in value.items()} | waits
    if isinstance(value, list):
        return [_without(one, deleted) for one in value]
    return value


def _waits(names: Any, deleted: set[str]) -> Iterator[str]:
    yield from (name for name in ([names] if isinstance(names, str) else names) if name not in deleted)


def _without_images(folder: Path) -> None:
    """No Docker: the emulator runs a task's command itself."""
    for file in folder.glob("*.assets.json"):
        assets = json.loads(file.read_text(encoding="utf-8"))
        assets["dockerImages"] = {}
        file.write_text(json.dumps(assets), encoding="utf-8")
