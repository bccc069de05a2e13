"""ECS tasks of the clips workers: capacity types, restrictions and permissions."""

import json
from typing import Any

import pytest

from tests.support.templates import Deployment, listed, variables


def _container(deployment: Deployment) -> dict[str, Any]:
    definition = deployment.one("AWS::ECS::TaskDefinition", stack="downloads")
    [container] = definition.properties["ContainerDefinitions"]
    result: dict[str, Any] = container
    return result


def test_the_container_is_restricted(anywhere: Deployment) -> None:
    container = _container(anywhere)
    assert container["ReadonlyRootFilesystem"] is True
    assert container["MountPoints"] == [{"ContainerPath": "/tmp", "ReadOnly": False, "SourceVolume": "scratch"}]  # noqa: S108
    assert container["User"] == "10001"
    assert not container.get("Privileged", False)
    assert container["LinuxParameters"] == {"Capabilities": {"Drop": ["ALL"]}, "InitProcessEnabled": False}


def test_tasks_run_on_arm(on_aws: Deployment) -> None:
    platform = on_aws.one("AWS::ECS::TaskDefinition").properties["RuntimePlatform"]
    assert platform == {"CpuArchitecture": "ARM64", "OperatingSystemFamily": "LINUX"}


def test_the_first_worker_is_on_demand_the_others_spot(on_aws: Deployment) -> None:
    services = {one.properties["ServiceName"]: one.properties for one in on_aws.resources("AWS::ECS::Service")}
    capacity = {name: one["CapacityProviderStrategy"][0]["CapacityProvider"] for name, one in services.items()}
    family = f"footy-{on_aws.target.name}-clips"
    assert capacity == {f"{family}-safe": "FARGATE", f"{family}-spare": "FARGATE_SPOT"}
    order = json.dumps(variables(on_aws.function("finish_tick"))["FOOTY_CLIPS_SERVICES"])
    assert order.index("Fargate") < order.index("FargateSpot")


def test_a_deployment_stops_no_busy_worker(anywhere: Deployment) -> None:
    for service in anywhere.resources("AWS::ECS::Service"):
        assert "DesiredCount" not in service.properties
        deployment = service.properties["DeploymentConfiguration"]
        assert (deployment["MinimumHealthyPercent"], deployment["MaximumPercent"]) == (100, 200)
    assert _container(anywhere)["StopTimeout"] == 120


@pytest.mark.parametrize(("name", "services"), [("eyes", 3), ("searching", 3)])
def test_tasks_are_not_moved_between_zones(name: str, services: int, request: pytest.FixtureRequest) -> None:
    deployment: Deployment = request.getfixturevalue(name)
    modes = [one.properties["AvailabilityZoneRebalancing"] for one in deployment.resources("AWS::ECS::Service")]
    assert modes == ["DISABLED"] * services


def test_workers_have_only_their_permissions(anywhere: Deployment) -> None:
    role = anywhere.one("AWS::ECS::TaskDefinition").properties["TaskRoleArn"]["Fn::GetAtt"][0]
    allowed = {
        action
        for policy in anywhere.resources("AWS::IAM::Policy")
        if {"Ref": role} in policy.properties["Roles"]
        for statement in policy.properties["PolicyDocument"]["Statement"]
        for action in listed(statement["Action"])
    }
    assert allowed == {
        *("s3:GetObject", "s3:PutObject", "s3:ListBucket"),
        *("sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:SendMessage"),
        "ecs:UpdateTaskProtection",
    }


def test_the_image_contains_the_task_and_the_package(dev: Deployment) -> None:
    assets = json.loads((dev.folder / "footy-dev-downloads.assets.json").read_text(encoding="utf-8"))
    [image] = assets["dockerImages"].values()
    context = dev.folder / image["source"]["directory"]
    assert (context / "layers/footy/python/footy/__init__.py").exists()
    assert {path.name for path in context.iterdir()} == {"containers", "layers"}
    assert (context / image["source"]["dockerFile"]).exists()
    assert image["source"]["platform"] == "linux/arm64"
