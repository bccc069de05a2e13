"""The door `cpu`: the eyes on Fargate, nobody there when nothing is on."""

from aws_cdk.aws_ecs import (
    CapacityProviderStrategy,
    Cluster,
    ContainerInsights,
    CpuArchitecture,
    DeploymentCircuitBreaker,
    FargateService,
    FargateTaskDefinition,
    HealthCheck,
    LogDrivers,
    MountPoint,
    OperatingSystemFamily,
    PortMapping,
    PropagatedTagSource,
    RuntimePlatform,
    Volume,
)
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.compute.image import image_of
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.private_service import INSIDE, PORT, pool_of_tasks
from cdk.constructs.network.vision_network import vision_network
from cdk.constructs.permissions import acknowledge, trusted
from cdk.constructs.vision.backend import VisionBackend
from cdk.settings import Target
from cdk.stacks.state import StateStack

NAME = "eyes"
CPU, MEMORY = 1024, 2048
USER = "10001"  # as containers/eyes/Dockerfile makes it
ALIVE = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{PORT}/health', timeout=2)"
# the first stands on safe ground, the others where there is room
CAPACITY = (
    CapacityProviderStrategy(capacity_provider="FARGATE", base=1, weight=0),
    CapacityProviderStrategy(capacity_provider="FARGATE_SPOT", weight=1),
)


class CpuVision(Construct):
    """A service without a number of its own: a new one starts with one task, and `set_capacity` says the rest."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, "Eyes")
        target = state.target
        network = vision_network(scope, state, NAME)
        name = f"{target.prefix}-{NAME}"
        cluster = Cluster(
            self,
            "Cluster",
            vpc=state.network.vpc,
            cluster_name=name,
            container_insights_v2=ContainerInsights.ENABLED,
            enable_fargate_capacity_providers=True,
        )
        service = FargateService(
            self,
            "Service",
            cluster=cluster,
            service_name=NAME,
            task_definition=self._definition(target),
            capacity_provider_strategies=list(CAPACITY),
            vpc_subnets=INSIDE,
            security_groups=[network.group],
            assign_public_ip=False,
            min_healthy_percent=0,
            circuit_breaker=DeploymentCircuitBreaker(rollback=True),
            propagate_tags=PropagatedTagSource.SERVICE,
            cloud_map_options=network.registered(),
        )
        service.node.add_dependency(cluster)
        self.door = VisionBackend(
            settings={"vision_url": f"{network.url}/v1", "vision_model": NAME},
            pool=pool_of_tasks(self, name, NAME),
        )

    def _definition(self, target: Target) -> FargateTaskDefinition:
        arm = target.architecture == "arm64"
        start = Role(self, "Start", assumed_by=trusted(self, "ecs-tasks"))
        acknowledge(start, "logging in to the registry knows no resources", "IAM5[Resource::*]")
        definition = FargateTaskDefinition(
            self,
            "Definition",
            family=f"{target.prefix}-{NAME}",
            task_role=Role(self, "Role", assumed_by=trusted(self, "ecs-tasks")),
            execution_role=start,
            cpu=CPU,
            memory_limit_mib=MEMORY,
            volumes=[Volume(name="scratch")],
            runtime_platform=RuntimePlatform(
                operating_system_family=OperatingSystemFamily.LINUX,
                cpu_architecture=CpuArchitecture.ARM64 if arm else CpuArchitecture.X86_64,
            ),
        )
        container = definition.add_container(
            NAME,
            image=image_of(NAME, target),
            port_mappings=[PortMapping(container_port=PORT)],
            user=USER,
            readonly_root_filesystem=True,
            health_check=HealthCheck(command=["CMD", "python", "-c", ALIVE]),
            logging=LogDrivers.aws_logs(
                stream_prefix=NAME, log_group=log_group(self, target, f"/footy/{target.name}/{NAME}")
            ),
        )
        container.add_mount_points(MountPoint(container_path="/tmp", source_volume="scratch", read_only=False))  # noqa: S108
        return definition
