"""Fargate tasks of one hardened container."""

from collections.abc import Mapping, Sequence

from aws_cdk import Duration
from aws_cdk import aws_ecs as ecs
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, trusted
from cdk.settings import Target
from cdk.stacks.state import StateStack

USER = "10001"  # as each Dockerfile creates it
PORT = 8080
HEALTH_CHECK = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{PORT}/health', timeout=2)"


def fargate_cluster(scope: Construct, state: StateStack, name: str) -> ecs.Cluster:
    """Create a cluster; the emulator has neither Container Insights nor capacity providers."""
    return ecs.Cluster(
        scope,
        "Cluster",
        vpc=state.network.vpc,
        cluster_name=name,
        container_insights_v2=None if state.target.emulator else ecs.ContainerInsights.ENABLED,
        enable_fargate_capacity_providers=not state.target.emulator,
    )


def execution_role(scope: Construct) -> Role:
    """Create the role with which ECS pulls the image and writes the logs."""
    role = Role(scope, "Start", assumed_by=trusted(scope, "ecs-tasks"))
    acknowledge(role, "ecr:GetAuthorizationToken does not support resources", "IAM5[Resource::*]")
    return role


def fargate_task(
    scope: Construct,
    target: Target,
    name: str,
    *,
    image: ecs.ContainerImage,
    size: tuple[int, int],
    role: Role,
    command: Sequence[str] = (),
    environment: Mapping[str, str] | None = None,
    stop_timeout: Duration | None = None,
    http: bool = False,
    init: bool = False,
) -> ecs.FargateTaskDefinition:
    """Define a task without root, capabilities or a writable file system, except for /tmp.

    Args:
        scope: the construct that owns the task.
        target: the target of the deployment.
        name: the name of the container and of its log group.
        image: the image of the container.
        size: CPU units and memory in MiB.
        role: the role of the task's own code.
        command: replaces the command of the image.
        environment: the environment variables.
        stop_timeout: the time between SIGTERM and SIGKILL.
        http: whether the container listens on PORT and answers /health.
        init: whether an init process reaps orphan processes. It has the user and the environment of the container.
    """
    arm = target.architecture == "arm64"
    definition = ecs.FargateTaskDefinition(
        scope,
        "Definition",
        family=f"{target.prefix}-{name}",
        task_role=role,
        execution_role=execution_role(scope),
        cpu=size[0],
        memory_limit_mib=size[1],
        volumes=[ecs.Volume(name="scratch")],
        runtime_platform=ecs.RuntimePlatform(
            operating_system_family=ecs.OperatingSystemFamily.LINUX,
            cpu_architecture=ecs.CpuArchitecture.ARM64 if arm else ecs.CpuArchitecture.X86_64,
        ),
    )
    linux = ecs.LinuxParameters(scope, "Linux", init_process_enabled=init)
    linux.drop_capabilities(ecs.Capability.ALL)
    check = ecs.HealthCheck(command=["CMD", "python", "-c", HEALTH_CHECK], interval=Duration.seconds(10), retries=3)
    container = definition.add_container(
        name,
        image=image,
        command=list(command) or None,
        environment=environment,
        port_mappings=[ecs.PortMapping(container_port=PORT)] if http else None,
        health_check=check if http else None,
        user=USER,
        readonly_root_filesystem=True,
        linux_parameters=linux,
        stop_timeout=stop_timeout,
        logging=ecs.LogDrivers.aws_logs(
            stream_prefix=name, log_group=log_group(scope, target, f"/footy/{target.name}/{name}")
        ),
    )
    container.add_mount_points(ecs.MountPoint(container_path="/tmp", source_volume="scratch", read_only=False))  # noqa: S108
    acknowledge(definition, "the environment holds addresses and numbers, no secrets", "ECS2")
    return definition
