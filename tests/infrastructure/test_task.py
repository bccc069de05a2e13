"""The clips workers: small, on arm, the first on safe ground, with nothing but their queues and working files."""

import json
from typing import Any

import pytest

from tests.infrastructure.templates import Deployment, variables


def _container(deployment: Deployment) -> dict[str, Any]:
    (container,) = deployment.one("AWS::ECS::TaskDefinition", "").properties["ContainerDefinitions"]
    found: dict[str, Any] = container
    return found


def test_it_runs_the_fetcher(anywhere: Deployment) -> None:
    assert _container(anywhere)["Command"] == ["python", "-m", "fetcher"]
    assert _container(anywhere)["Name"] == "clips"


def test_it_is_told_where_its_files_are(anywhere: Deployment) -> None:
    assert "FOOTY_WORK_BUCKET" in {variable["Name"] for variable in _container(anywhere)["Environment"]}


def test_it_can_write_nowhere_but_into_its_scratch(anywhere: Deployment) -> None:
    container = _container(anywhere)
    assert container["ReadonlyRootFilesystem"] is True
    assert container["MountPoints"] == [{"ContainerPath": "/tmp", "ReadOnly": False, "SourceVolume": "scratch"}]  # noqa: S108
    assert anywhere.one("AWS::ECS::TaskDefinition", "").properties["Volumes"] == [{"Name": "scratch"}]


def test_it_is_nobody_in_particular_and_may_do_nothing_in_particular(anywhere: Deployment) -> None:
    container = _container(anywhere)
    assert container["User"] == "10001"
    assert not container.get("Privileged", False)
    assert container["LinuxParameters"] == {"Capabilities": {"Drop": ["ALL"]}, "InitProcessEnabled": False}


def test_it_runs_on_arm(on_aws: Deployment) -> None:
    platform = on_aws.one("AWS::ECS::TaskDefinition", "").properties["RuntimePlatform"]
    assert platform == {"CpuArchitecture": "ARM64", "OperatingSystemFamily": "LINUX"}


def test_the_first_worker_stands_on_safe_ground_and_the_others_on_spare_capacity(on_aws: Deployment) -> None:
    services = {one.properties["ServiceName"]: one.properties for one in on_aws.resources("AWS::ECS::Service")}
    ground = {name: one["CapacityProviderStrategy"][0]["CapacityProvider"] for name, one in services.items()}
    family = f"footy-{on_aws.target.name}-clips"
    assert ground == {f"{family}-safe": "FARGATE", f"{family}-spare": "FARGATE_SPOT"}
    told = variables(on_aws.function("finish_tick"))["FOOTY_CLIPS_SERVICES"]
    assert json.dumps(told).index("Fargate") < json.dumps(told).index("FargateSpot")


def test_a_deployment_takes_no_worker_away_and_says_nothing_of_how_many_there_are(anywhere: Deployment) -> None:
    for service in anywhere.resources("AWS::ECS::Service"):
        assert "DesiredCount" not in service.properties
        deployment = service.properties["DeploymentConfiguration"]
        assert (deployment["MinimumHealthyPercent"], deployment["MaximumPercent"]) == (100, 200), "new beside old"
    assert _container(anywhere)["StopTimeout"] == 120, "as long as Fargate waits for one who is told to leave"


@pytest.mark.parametrize("chosen", ["dev", "prod", "eyes", "gpus"])
def test_a_service_goes_before_its_cluster_gives_up_the_capacity_that_it_stands_on(
    request: pytest.FixtureRequest, chosen: str
) -> None:
    deployment: Deployment = request.getfixturevalue(chosen)
    given = {
        (one.stack, json.dumps(one.properties["Cluster"])): one.name
        for one in deployment.resources("AWS::ECS::ClusterCapacityProviderAssociations")
    }
    services = [
        one for one in deployment.resources("AWS::ECS::Service") if "CapacityProviderStrategy" in one.properties
    ]
    assert services
    for service in services:
        capacity = given[service.stack, json.dumps(service.properties["Cluster"])]
        assert capacity in service.rest.get("DependsOn", []), service.name


def test_a_worker_may_take_orders_hand_them_on_and_protect_itself_and_nothing_else(anywhere: Deployment) -> None:
    role = anywhere.one("AWS::ECS::TaskDefinition", "").properties["TaskRoleArn"]["Fn::GetAtt"][0]
    allowed = {
        action
        for policy in anywhere.resources("AWS::IAM::Policy")
        if {"Ref": role} in policy.properties["Roles"]
        for statement in policy.properties["PolicyDocument"]["Statement"]
        for action in ([statement["Action"]] if isinstance(statement["Action"], str) else statement["Action"])
    }
    assert allowed == {
        *("s3:GetObject", "s3:PutObject", "s3:ListBucket"),
        *("sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage", "sqs:SendMessage"),
        "ecs:UpdateTaskProtection",
    }


def test_the_image_is_made_of_the_task_and_the_package(dev: Deployment) -> None:
    assets = json.loads((dev.folder / "footy-dev-downloads.assets.json").read_text(encoding="utf-8"))
    (image,) = assets["dockerImages"].values()
    context = dev.folder / image["source"]["directory"]
    assert (context / "layers/footy/python/footy/__init__.py").exists()
    assert {path.name for path in context.iterdir()} == {"containers", "layers"}
    assert (context / image["source"]["dockerFile"]).exists()
    assert image["source"]["platform"] == "linux/arm64"
