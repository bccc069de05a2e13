"""One server of the model on one GPU."""

from aws_cdk import Duration
from aws_cdk.aws_ecs import (
    ContainerImage,
    Ec2TaskDefinition,
    HealthCheck,
    Host,
    LogDrivers,
    MountPoint,
    NetworkMode,
    PortMapping,
    Secret,
    Volume,
)
from aws_cdk.aws_iam import Role
from aws_cdk.aws_secretsmanager import ISecret
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.private_service import PORT
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.constructs.vision.backend import AT_ONCE, MODEL_NAME
from cdk.constructs.vision.model import EVERY_FILE, VisionModel
from cdk.stacks.state import StateStack

NAME = "vision"
USER = "10001"  # as containers/vision/Dockerfile makes it
# on the machine's disk: a server that is started again finds the files there
MODELS = "/var/lib/models"
MEMORY_MIB = 8192


def gpu_task(scope: Construct, state: StateStack, model: VisionModel, key: ISecret) -> Ec2TaskDefinition:
    """The server behind the key, with the files that its own role may read."""
    target = state.target
    role = Role(scope, "TaskRole", assumed_by=trusted(scope, "ecs-tasks"))
    allow(role, ["s3:GetObject"], [model.bucket.arn_for_objects("*")], why=EVERY_FILE)
    start = Role(scope, "Start", assumed_by=trusted(scope, "ecs-tasks"))
    acknowledge(start, "logging in to the registry knows no resources", "IAM5[Resource::*]")
    definition = Ec2TaskDefinition(
        scope,
        "Definition",
        family=f"{target.prefix}-{NAME}",
        network_mode=NetworkMode.AWS_VPC,
        task_role=role,
        execution_role=start,
        volumes=[Volume(name="models", host=Host(source_path=MODELS))],
    )
    container = definition.add_container(
        NAME,
        image=ContainerImage.from_docker_image_asset(model.image()),
        gpu_count=1,
        memory_reservation_mib=MEMORY_MIB,
        user=USER,
        environment=model.environment(AT_ONCE, MODEL_NAME),
        # where llama.cpp reads the key from: on its command line everybody on the machine could
        secrets={"LLAMA_API_KEY": Secret.from_secrets_manager(key, "key")},
        port_mappings=[PortMapping(container_port=PORT)],
        # asking for its health takes no key
        health_check=HealthCheck(
            command=["CMD", "curl", "-fs", f"http://127.0.0.1:{PORT}/health"],
            interval=Duration.seconds(10),
            start_period=Duration.minutes(5),
            retries=10,
        ),
        logging=LogDrivers.aws_logs(
            stream_prefix=NAME, log_group=log_group(scope, target, f"/footy/{target.name}/{NAME}")
        ),
    )
    container.add_mount_points(MountPoint(container_path="/models", source_volume="models", read_only=False))
    acknowledge(definition, "addresses of files and numbers; the key is a secret", "ECS2")
    return definition
