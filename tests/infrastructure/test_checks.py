"""cdk-nag, cfn-lint, IAM actions and dependencies, over all targets and options."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import cfnlint  # type: ignore[import-untyped]
import pytest
from aws_cdk import App, Stack
from aws_cdk.aws_s3 import Bucket

from bench.month import TARGETS
from tests.support.templates import STACKS, Deployment, nag_findings

VARIABLE = re.compile(r"\$\{\w+\}")
ACTIONS = Path(str(cfnlint.__file__)).parent / "data" / "AdditionalSpecs" / "Policies.json"
REFERENCE = re.compile(r'"(?:Ref|Fn::GetAtt)": (?:\[)?"(\w+)"')
CLUSTER, PROVIDERS = "AWS::ECS::Cluster", "AWS::ECS::ClusterCapacityProviderAssociations"
# EC2 does not pass the account when it assumes an instance role
WITHOUT_ACCOUNT = {"ec2.amazonaws.com"}


def test_no_security_rule_is_broken_without_a_reason(on_aws: Deployment) -> None:
    assert on_aws.findings() == []


def test_variants_break_no_security_rule(variant: Deployment) -> None:
    stacks = {"vision", "sessions", "users", "downloads", "goals", "page"} & set(variant.stacks)
    assert [finding for stack in stacks for finding in variant.findings(stack)] == []


def test_security_rules_find_an_open_bucket(tmp_path: Path) -> None:
    app = App(outdir=str(tmp_path))
    Bucket(Stack(app, "Careless"), "Open")
    assert {rule for rule, _ in nag_findings(app)} >= {"AwsSolutions-S1", "AwsSolutions-S10"}


@pytest.mark.parametrize("stack", STACKS)
def test_templates_pass_cfn_lint(anywhere: Deployment, stack: str) -> None:
    assert stack not in anywhere.stacks or anywhere.lint(stack) == []


def test_variants_pass_cfn_lint(variant: Deployment) -> None:
    assert variant.lint(*({"vision", "sessions", "page"} & set(variant.stacks))) == []


@cache
def services() -> dict[str, Any]:
    """Return the service authorization reference that cfn-lint includes."""
    return dict(json.loads(ACTIONS.read_text(encoding="utf-8")))


def written(resource: object) -> str:
    """Return an ARN with a letter for each value that is reference only at deployment."""
    match resource:
        case str():
            return resource
        case {"Fn::Join": [str(), [*parts]]}:
            return "".join(written(part) for part in parts)
        case _:
            return "x"


def arn_formats(action: str) -> list[str] | None:
    """Return the ARN formats of an action, or None when AWS does not know the action."""
    name, _, verb = action.partition(":")
    reference = services()[name]
    if verb.lower() not in reference["Actions"]:
        return None
    kinds = reference["Actions"][verb.lower()].get("Resources", [])
    return [form for kind in kinds for form in reference["Resources"][kind.lower().rstrip("*")]["ARNFormats"]]


def ineffective(deployment: Deployment) -> Iterator[tuple[str, str, str]]:
    """Yield permissions that AWS ignores: unknown actions, and resources of another kind."""
    for role, action, resource in deployment.allowed():
        formats, arn = arn_formats(action), written(resource)
        patterns = [VARIABLE.sub(".*", form) for form in formats or []]
        imported = not arn.startswith("arn:")
        if formats is None or not (imported or any(re.fullmatch(pattern, arn) for pattern in patterns)):
            yield role, action, arn


def test_each_permission_is_effective(on_aws: Deployment) -> None:
    assert list(ineffective(on_aws)) == []


def test_each_permission_of_a_variant_is_effective(variant: Deployment) -> None:
    assert list(ineffective(variant)) == []


@pytest.mark.parametrize("name", ["local", "dev", "prod", "eyes", "gpus", "sagemaker", "searching"])
def test_services_are_assumed_for_this_account_only(name: str, request: pytest.FixtureRequest) -> None:
    for role in request.getfixturevalue(name).resources("AWS::IAM::Role"):
        for statement in role.properties["AssumeRolePolicyDocument"]["Statement"]:
            if not role.name.startswith("Custom") and statement["Principal"].get("Service") not in WITHOUT_ACCOUNT:
                source = statement["Condition"]["StringEquals"]["aws:SourceAccount"]
                assert source == {"Ref": "AWS::AccountId"}, role.name


def dependencies(resources: Mapping[str, Any], name: str) -> set[str]:
    """Return everything that CloudFormation creates before a resource."""
    result: set[str] = set()
    queue = [name]
    while queue:
        body = resources[queue.pop()]
        direct = set(REFERENCE.findall(json.dumps(body))) | set(body.get("DependsOn", []))
        queue += (direct & resources.keys()) - result
        result |= direct
    return result


@pytest.mark.parametrize("name", ["local", "dev", "prod", "eyes", "gpus", "searching"])
def test_services_are_deleted_before_their_cluster(name: str, request: pytest.FixtureRequest) -> None:
    services = 0
    for template in request.getfixturevalue(name).templates.values():
        resources = template["Resources"]
        ids = {kind: {one for one, body in resources.items() if body["Type"] == kind} for kind in (CLUSTER, PROVIDERS)}
        for one, body in resources.items():
            if body["Type"] in {"AWS::ECS::Service", "AWS::AutoScaling::AutoScalingGroup"}:
                before = dependencies(resources, one)
                assert before & ids[CLUSTER], one
                assert "CapacityProviderStrategy" not in body["Properties"] or before & ids[PROVIDERS], one
                services += 1
    assert services


@pytest.mark.parametrize(("name", "vision"), [("eyes", "cpu"), ("gpus", "ec2")])
def test_the_cost_model_counts_the_resources(name: str, vision: str, request: pytest.FixtureRequest) -> None:
    check_bill(request.getfixturevalue(name), vision)


def check_bill(deployment: Deployment, vision: str) -> None:
    """Compare the number of billed resources in the cost model with the templates."""
    [bill] = [one for one in TARGETS if (one.name, one.vision) == (deployment.target.name, vision)]

    def count(kind: str) -> int:
        return len(deployment.resources(f"AWS::{kind}"))

    secrets = count("SecretsManager::Secret") - int(deployment.target.database_reader)
    assert (bill.alarms, bill.secrets, bill.gateways) == (count("CloudWatch::Alarm"), secrets, count("EC2::NatGateway"))
    assert (bill.clusters, bill.services) == (count("ECS::Cluster"), count("ECS::Service"))
    assert bill.inside == count("ServiceDiscovery::PrivateDnsNamespace")
