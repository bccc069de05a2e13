"""The workers that fetch clips: a pool on Fargate, the first on safe ground, the others on spare capacity."""

from aws_cdk import ArnFormat, Duration, Stack
from aws_cdk.aws_ec2 import SubnetSelection
from aws_cdk.aws_ecs import (
    Capability,
    CapacityProviderStrategy,
    Cluster,
    ContainerImage,
    ContainerInsights,
    CpuArchitecture,
    DeploymentCircuitBreaker,
    FargateService,
    FargateTaskDefinition,
    LinuxParameters,
    LogDrivers,
    MountPoint,
    OperatingSystemFamily,
    PropagatedTagSource,
    RuntimePlatform,
    Volume,
)
from aws_cdk.aws_iam import Role
from aws_cdk.aws_sqs import Queue
from constructs import Construct

from cdk.constructs.compute.function import EVERY_KEY, environment
from cdk.constructs.compute.image import image_of
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.stacks.state import StateStack

NAME = "clips"
# one decoder with all that it may have, and what holds it
CPU, MEMORY = 1024, 2048
COMMAND = ["python", "-m", "fetcher"]
USER = "10001"  # as containers/clips/Dockerfile makes it
SCRATCH, SCRATCH_PATH = "scratch", "/tmp"  # noqa: S108 - the only place that can be written to
SETTINGS = ("media_origins", "clock_file")
LEAVES_WITHIN = Duration.seconds(120)  # as long as Fargate lets a task go on that is told to leave


class ClipsWorkers(Construct):
    """The workers of the container `clips`, as services that share a queue."""

    def __init__(self, scope: Construct, state: StateStack, *, orders: Queue, looks: Queue) -> None:
        super().__init__(scope, "Task")
        self._state = state
        target = state.target
        self.cluster = Cluster(
            self,
            "Cluster",
            vpc=state.network.vpc,
            cluster_name=f"footy-{target.name}",
            container_insights_v2=None if target.emulator else ContainerInsights.ENABLED,
            enable_fargate_capacity_providers=not target.emulator,
        )
        self._family = f"footy-{target.name}-{NAME}"
        role = Role(self, "Role", assumed_by=trusted(self, "ecs-tasks"))
        allow(role, ["s3:GetObject", "s3:PutObject"], [state.work.objects], why=EVERY_KEY)
        # without it S3 calls an absent object forbidden
        allow(role, ["s3:ListBucket"], [state.work.arn])
        allow(role, ["sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage"], [orders.queue_arn])
        allow(role, ["sqs:SendMessage"], [looks.queue_arn])
        allow(
            role,
            ["ecs:UpdateTaskProtection"],
            [self._arn("ecs", "task", f"{self.cluster.cluster_name}/*")],
            why="a task is named when it starts",
        )
        self._queues = {"clips_queue": orders.queue_url, "looks_queue": looks.queue_url}
        start = Role(self, "Start", assumed_by=trusted(self, "ecs-tasks"))
        acknowledge(start, "logging in to the registry knows no resources", "IAM5[Resource::*]")
        self.definition = FargateTaskDefinition(
            self,
            "Definition",
            family=self._family,
            task_role=role,
            execution_role=start,
            cpu=CPU,
            memory_limit_mib=MEMORY,
            volumes=[Volume(name=SCRATCH)],
            runtime_platform=RuntimePlatform(
                operating_system_family=OperatingSystemFamily.LINUX,
                cpu_architecture=CpuArchitecture.ARM64 if target.architecture == "arm64" else CpuArchitecture.X86_64,
            ),
        )
        container = self.definition.add_container(
            NAME,
            image=self._image(),
            command=COMMAND,
            environment=self._environment(),
            user=USER,
            readonly_root_filesystem=True,
            linux_parameters=self._linux(),
            stop_timeout=LEAVES_WITHIN,
            logging=LogDrivers.aws_logs(
                stream_prefix=NAME, log_group=log_group(self, target, f"/footy/{target.name}/{NAME}")
            ),
        )
        container.add_mount_points(MountPoint(container_path=SCRATCH_PATH, source_volume=SCRATCH, read_only=False))
        self.services = [self._service(name, capacity) for name, capacity in self._ground().items()]
        self._accept_findings()

    @property
    def names(self) -> list[str]:
        """The services: on safe ground, then on spare capacity."""
        return [service.service_name for service in self.services]

    @property
    def arns(self) -> list[str]:
        """Where the services are, by names that are known before they are made."""
        return [self._arn("ecs", "service", f"{self.cluster.cluster_name}/{name}") for name in self._ground()]

    def _ground(self) -> dict[str, str]:
        """The name of each service, and the capacity it stands on; the emulator knows no spare capacity."""
        services = {f"{self._family}-safe": "FARGATE", f"{self._family}-spare": "FARGATE_SPOT"}
        return dict(list(services.items())[:1]) if self._state.target.emulator else services

    def _service(self, name: str, capacity: str) -> FargateService:
        network = self._state.network
        service = FargateService(
            self,
            capacity.title().replace("_", ""),
            service_name=name,
            cluster=self.cluster,
            task_definition=self.definition,
            # how many it has is said tick by tick, and no deployment takes that back
            desired_count=None,
            capacity_provider_strategies=(
                None
                if self._state.target.emulator
                else [CapacityProviderStrategy(capacity_provider=capacity, weight=1)]
            ),
            vpc_subnets=SubnetSelection(subnets=list(network.task_subnets)),
            security_groups=[network.tasks],
            assign_public_ip=True,
            # new workers stand beside the old ones, of which one at work is protected and leaves when it is done
            min_healthy_percent=100,
            max_healthy_percent=200,
            circuit_breaker=DeploymentCircuitBreaker(enable=True, rollback=True),
            enable_ecs_managed_tags=not self._state.target.emulator,
            # a bill knows tasks by their own tags
            propagate_tags=None if self._state.target.emulator else PropagatedTagSource.SERVICE,
        )
        # the cluster cannot give up capacity that a service still stands on
        service.node.add_dependency(self.cluster)
        return service

    def _image(self) -> ContainerImage:
        if self._state.target.emulator:
            # the emulator runs the command itself: the name only has to look like one
            return ContainerImage.from_registry(f"found-footy/{NAME}")
        return image_of(NAME, self._state.target, "layers/footy")

    def _linux(self) -> LinuxParameters:
        """No power that a process could have, and no process but the task's own.

        An init would be of the same user as the decoders, with the task's environment, and open to them.
        """
        parameters = LinuxParameters(self, "Linux", init_process_enabled=False)
        parameters.drop_capabilities(Capability.ALL)
        return parameters

    def _environment(self) -> dict[str, str]:
        target = self._state.target
        settings = {name: target.settings[name] for name in SETTINGS if name in target.settings} | target.rules
        settings |= {"work_bucket": self._state.work.name, **self._queues}
        return environment(NAME, settings, target)

    def _arn(self, service: str, resource: str, name: str) -> str:
        return Stack.of(self).format_arn(
            service=service, resource=resource, resource_name=name, arn_format=ArnFormat.SLASH_RESOURCE_NAME
        )

    def _accept_findings(self) -> None:
        acknowledge(self.definition, "addresses and names of buckets, and no secret among them", "ECS2")
