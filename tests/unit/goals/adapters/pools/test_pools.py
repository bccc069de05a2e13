"""Pools of workers, as AWS answers about them."""

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from botocore.stub import Stubber
from moto import mock_aws

from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.pools.pools import MachineGroup, ModelCopies, PoolSize, TaskService, WorkerPool, pool_at

REGION = "eu-west-1"
GROUP = "asg:footy-dev-vision/footy-dev-vision/vision"
TASKS = [f"arn:aws:ecs:{REGION}:123456789012:task/footy-dev-vision/{n}" for n in range(3)]


@pytest.fixture(autouse=True)
def account() -> Iterator[None]:
    with mock_aws():
        yield


def client(name: str) -> Any:
    return boto3.client(name, region_name=REGION)  # type: ignore[call-overload]


def machines(most: int) -> WorkerPool:
    image = client("ec2").describe_images()["Images"][0]["ImageId"]
    template = client("ec2").create_launch_template(
        LaunchTemplateName="gpu", LaunchTemplateData={"ImageId": image, "InstanceType": "g5.xlarge"}
    )
    client("autoscaling").create_auto_scaling_group(
        AutoScalingGroupName="footy-dev-vision",
        MinSize=0,
        MaxSize=most,
        AvailabilityZones=[f"{REGION}a"],
        LaunchTemplate={"LaunchTemplateId": template["LaunchTemplate"]["LaunchTemplateId"]},
    )
    return pool_at(GROUP, client)


def tasks() -> WorkerPool:
    ecs = client("ecs")
    ecs.create_cluster(clusterName="footy-dev-vision")
    ecs.register_task_definition(family="eyes", containerDefinitions=[{"name": "eyes", "image": "eyes", "memory": 1}])
    ecs.create_service(cluster="footy-dev-vision", serviceName="eyes", taskDefinition="eyes", desiredCount=0)
    return pool_at("ecs:footy-dev-vision/eyes", client)


def answering(*health: str) -> Any:
    """ECS with a daemon's task on each machine, which answer or do not yet."""
    ecs, place = client("ecs"), "footy-dev-vision"
    stub = Stubber(ecs)
    arns = TASKS[: len(health)]
    stub.add_response("list_tasks", {"taskArns": arns}, {"cluster": place, "serviceName": "vision"})
    if arns:
        descriptions = [{"taskArn": arn, "healthStatus": one} for arn, one in zip(arns, health, strict=True)]
        stub.add_response("describe_tasks", {"tasks": descriptions}, {"cluster": place, "tasks": arns})
    stub.activate()
    return ecs


def test_a_group_of_machines_is_resized_and_asked() -> None:
    group = machines(4)
    assert group.workers() == PoolSize(0, 0), "where no machine is no task is asked for"
    for size in (3, 3, 1):
        group.resize(size)
        assert asked_of(answering()).workers() == PoolSize(size, 0)


def test_a_machine_is_ready_when_its_task_is_healthy() -> None:
    machines(4).resize(3)
    assert asked_of(answering("HEALTHY", "UNKNOWN", "UNHEALTHY")).workers() == PoolSize(3, 1)
    assert asked_of(answering("HEALTHY", "HEALTHY", "HEALTHY")).workers() == PoolSize(3, 3)


def asked_of(ecs: Any) -> WorkerPool:
    return pool_at(GROUP, lambda name: ecs if name == "ecs" else client(name))


def test_a_service_of_tasks_is_resized_and_asked() -> None:
    service = tasks()
    for size in (2, 2, 0):
        service.resize(size)
        assert service.workers().requested == size


@pytest.mark.parametrize("pool", [MachineGroup, TaskService])
def test_a_pool_that_is_not_there_is_a_named_failure(pool: type) -> None:
    missing = pool_at("asg:none/none/none", client) if pool is MachineGroup else pool_at("ecs:none/none", client)
    with pytest.raises(UpstreamUnavailable):
        missing.workers()


def test_more_machines_than_a_group_may_have_are_a_named_failure() -> None:
    auto_scaling = boto3.client("autoscaling", region_name=REGION)
    with Stubber(auto_scaling) as stub:
        stub.add_client_error("set_desired_capacity", "ValidationError", "New SetDesiredCapacity value 9 is above max")
        with pytest.raises(UpstreamUnavailable, match="above max"):
            MachineGroup(auto_scaling, client("ecs"), "vision", "vision/vision").resize(9)


@pytest.mark.parametrize(
    ("status", "resizable"), [("InService", True), ("Failed", True), ("Updating", False), ("Creating", False)]
)
def test_copies_of_a_model_take_no_number_while_they_change(status: str, *, resizable: bool) -> None:
    sagemaker = boto3.client("sagemaker", region_name=REGION)
    answer = {
        "InferenceComponentName": "qwen",
        "InferenceComponentArn": "arn:aws:sagemaker:eu-west-1:000000000000:inference-component/qwen",
        "EndpointName": "footy",
        "EndpointArn": "arn:aws:sagemaker:eu-west-1:000000000000:endpoint/footy",
        "InferenceComponentStatus": status,
        "RuntimeConfig": {"DesiredCopyCount": 2, "CurrentCopyCount": 1},
        "CreationTime": 0,
        "LastModifiedTime": 0,
    }
    with Stubber(sagemaker) as stub:
        stub.add_response("describe_inference_component", answer, {"InferenceComponentName": "qwen"})
        assert ModelCopies(sagemaker, "qwen").workers() == PoolSize(2, 1, resizable=resizable)


def test_copies_are_resized_by_component_name() -> None:
    sagemaker = boto3.client("sagemaker", region_name=REGION)
    request = {"InferenceComponentName": "qwen", "DesiredRuntimeConfig": {"CopyCount": 3}}
    with Stubber(sagemaker) as stub:
        stub.add_response("update_inference_component_runtime_config", {"InferenceComponentArn": "a" * 20}, request)
        ModelCopies(sagemaker, "qwen").resize(3)
        stub.assert_no_pending_responses()
