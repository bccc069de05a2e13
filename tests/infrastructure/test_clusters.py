"""What stands on a cluster of ECS is made after it and gone before it: else CloudFormation may take either first."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from tests.infrastructure.templates import Deployment

NAMED = re.compile(r'"(?:Ref|Fn::GetAtt)": (?:\[)?"(\w+)"')
CLUSTER, PROVIDERS = "AWS::ECS::Cluster", "AWS::ECS::ClusterCapacityProviderAssociations"


def waits_for(resources: Mapping[str, Any], name: str) -> set[str]:
    """What CloudFormation makes before it, directly or by what that needs itself."""
    found: set[str] = set()
    left = [name]
    while left:
        body = resources[left.pop()]
        needs = set(NAMED.findall(json.dumps(body))) | set(body.get("DependsOn", []))
        left += (needs & resources.keys()) - found
        found |= needs
    return found


@pytest.mark.parametrize("name", ["local", "dev", "prod", "eyes", "gpus", "searching"])
def test_whoever_stands_on_a_cluster_waits_for_it_and_for_its_capacity(
    name: str, request: pytest.FixtureRequest
) -> None:
    deployment: Deployment = request.getfixturevalue(name)
    standing = 0
    for template in deployment.templates.values():
        resources = template["Resources"]
        made = {kind: {one for one, body in resources.items() if body["Type"] == kind} for kind in (CLUSTER, PROVIDERS)}
        for one, body in resources.items():
            if body["Type"] in {"AWS::ECS::Service", "AWS::AutoScaling::AutoScalingGroup"}:
                before = waits_for(resources, one)
                assert before & made[CLUSTER], one
                if "CapacityProviderStrategy" in body["Properties"]:
                    assert before & made[PROVIDERS], one
                standing += 1
    assert standing


def test_what_a_resource_needs_is_found_behind_what_it_names() -> None:
    resources = {
        "Group": {"Properties": {"Template": {"Fn::GetAtt": ["Template", "Version"]}}},
        "Template": {"Properties": {"UserData": {"Ref": "Cluster"}}, "DependsOn": ["Role"]},
        "Role": {},
        "Cluster": {},
        "Other": {},
    }
    assert waits_for(resources, "Group") == {"Template", "Cluster", "Role"}
