"""Task definition of one model server on one GPU."""

from aws_cdk import Duration
from aws_cdk import aws_ecs as ecs
from aws_cdk.aws_iam import Role
from aws_cdk.aws_secretsmanager import ISecret
from constructs import Construct

from cdk.constructs.compute.fargate_task import PORT, USER, execution_role
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.constructs.vision.model import FILES_BY_DIGEST, VisionModelFiles
from cdk.stacks.state import StateStack

NAME = "vision"
# on the instance's disk, so that a restarted server finds the files
MODELS = "/var/lib/models"
MEMORY_MIB = 8192


def gpu_task(scope: Construct, state: StateStack, model: VisionModelFiles, key: ISecret) -> ecs.Ec2TaskDefinition:
    """Define the server: protected by a key, with read access to the model's files."""
    target = state.target
    role = Role(scope, "TaskRole", assumed_by=trusted(scope, "ecs-tasks"))
    allow(role, ["s3:GetObject"], [model.bucket.arn_for_objects("*")], why=FILES_BY_DIGEST)
    definition = ecs.Ec2TaskDefinition(
        scope,
        "Definition",
        family=f"{target.prefix}-{NAME}",
        network_mode=ecs.NetworkMode.AWS_VPC,
        task_role=role,
        execution_role=execution_role(scope),
        volumes=[ecs.Volume(name="models", host=ecs.Host(source_path=MODELS))],
    )
    container = definition.add_container(
        NAME,
        image=ecs.ContainerImage.from_docker_image_asset(model.image()),
        gpu_count=1,
        memory_reservation_mib=MEMORY_MIB,
        user=USER,
        environment=model.environment(),
        # a variable of llama.cpp: other processes on the instance could read its command line
        secrets={"LLAMA_API_KEY": ecs.Secret.from_secrets_manager(key, "key")},
        port_mappings=[ecs.PortMapping(container_port=PORT)],
        # /health needs no key
        health_check=ecs.HealthCheck(
            command=["CMD", "curl", "-fs", f"http://127.0.0.1:{PORT}/health"],
            interval=Duration.seconds(10),
            start_period=Duration.minutes(5),
            retries=10,
        ),
        logging=ecs.LogDrivers.aws_logs(
            stream_prefix=NAME, log_group=log_group(scope, target, f"/footy/{target.name}/{NAME}")
        ),
    )
    container.add_mount_points(ecs.MountPoint(container_path="/models", source_volume="models", read_only=False))
    acknowledge(definition, "the environment holds addresses and numbers; the key is a secret", "ECS2")
    return definition
