"""Target of the emulator: only what it supports."""

import json

from cdk.settings import EMULATOR_ASSETS
from tests.support.templates import Deployment

UNSUPPORTED = (
    "AWS::EC2::NatGateway",
    "AWS::EC2::EIP",
    "AWS::EC2::SecurityGroupIngress",
    "AWS::EC2::FlowLog",
    "AWS::EC2::Instance",
    "AWS::ApplicationAutoScaling::",
    "AWS::ECS::ClusterCapacityProviderAssociations",
    "AWS::CloudWatch::",
    "AWS::StepFunctions::StateMachineVersion",
    "AWS::StepFunctions::StateMachineAlias",
    "AWS::SageMaker::",
    "AWS::XRay::",
    "AWS::Budgets::",
    "AWS::DocDB::",
    "AWS::Logs::QueryDefinition",
    "AWS::CloudFormation::CustomResource",
    "AWS::CloudFront::",
    "Custom::",
)


def test_it_contains_no_unsupported_resources(local: Deployment) -> None:
    assert [one.type for one in local.resources() if one.type.startswith(UNSUPPORTED)] == []


def test_it_has_the_functions_machines_and_queues_of_dev(local: Deployment, dev: Deployment) -> None:
    for kind in ("AWS::StepFunctions::StateMachine", "AWS::SQS::Queue", "AWS::ECS::TaskDefinition"):
        assert {one.name for one in local.resources(kind)} == {one.name for one in dev.resources(kind)}
    assert len(local.functions()) == len(dev.functions())


def test_it_needs_neither_roles_nor_a_bootstrap(local: Deployment) -> None:
    manifest = json.loads((local.folder / "manifest.json").read_text(encoding="utf-8"))
    stacks = [one["properties"] for one in manifest["artifacts"].values() if one["type"] == "aws:cloudformation:stack"]
    assert len(stacks) == 6
    assert not [stack for stack in stacks if "assumeRoleArn" in stack or "requiresBootstrapStackVersion" in stack]
    assets = json.loads((local.folder / "footy-local-goals.assets.json").read_text(encoding="utf-8"))
    targets = [target for file in assets["files"].values() for target in file["destinations"].values()]
    assert {target["bucketName"] for target in targets} == {EMULATOR_ASSETS}
