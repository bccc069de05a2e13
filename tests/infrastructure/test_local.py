"""The emulator's target: nothing it rejects, and nothing it would have to wait for."""

import json

from cdk.settings import EMULATOR_ASSETS
from tests.infrastructure.templates import Deployment

REJECTED = (
    "AWS::EC2::NatGateway",
    "AWS::EC2::EIP",
    "AWS::EC2::SecurityGroupIngress",
    "AWS::EC2::FlowLog",
    "AWS::EC2::Instance",
    "AWS::ApplicationAutoScaling::",
    "AWS::ECS::ClusterCapacityProviderAssociations",
    "AWS::CloudWatch::CompositeAlarm",
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


def test_it_has_none_of_the_types_the_emulator_rejects(local: Deployment) -> None:
    assert [one.type for one in local.resources() if one.type.startswith(REJECTED)] == []


def test_it_has_the_machines_functions_and_queues_of_the_others(local: Deployment, dev: Deployment) -> None:
    for kind in ("AWS::StepFunctions::StateMachine", "AWS::SQS::Queue", "AWS::ECS::TaskDefinition"):
        assert {one.name for one in local.resources(kind)} == {one.name for one in dev.resources(kind)}
    assert len(local.functions()) == len(dev.functions())


def test_it_assumes_no_roles_and_needs_no_bootstrap(local: Deployment) -> None:
    manifest = json.loads((local.folder / "manifest.json").read_text(encoding="utf-8"))
    stacks = [one["properties"] for one in manifest["artifacts"].values() if one["type"] == "aws:cloudformation:stack"]
    assert len(stacks) == 6
    assert not [stack for stack in stacks if "assumeRoleArn" in stack or "requiresBootstrapStackVersion" in stack]
    assets = json.loads((local.folder / "footy-local-goals.assets.json").read_text(encoding="utf-8"))
    places = [place for file in assets["files"].values() for place in file["destinations"].values()]
    assert {place["bucketName"] for place in places} == {EMULATOR_ASSETS}


def test_it_tells_people_where_things_are(local: Deployment) -> None:
    outputs = {name for template in local.templates.values() for name in template["Outputs"]}
    assert {
        "MediaBucket",
        "WorkBucket",
        "BackupBucket",
        "MongodbSecret",
        "ApiFootballSecret",
        "XSecret",
        "MonitorMachine",
        "IngestMachine",
        "GoalMachine",
        "DownloadMachine",
        "UploadQueue",
        "DeadLetters",
        "Cluster",
    } <= outputs
