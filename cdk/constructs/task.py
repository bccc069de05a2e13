"""The task that fetches the clips of one attempt: on Fargate, on spare capacity where there is some."""

from aws_cdk import ArnFormat, IgnoreMode, Stack
from aws_cdk.aws_ecr_assets import Platform
from aws_cdk.aws_ecs import (
    Capability,
    CapacityProviderStrategy,
    Cluster,
    ContainerImage,
    ContainerInsights,
    CpuArchitecture,
    FargateTaskDefinition,
    LinuxParameters,
    LogDrivers,
    MountPoint,
    OperatingSystemFamily,
    RuntimePlatform,
    Volume,
)
from aws_cdk.aws_iam import IRole, Role
from constructs import Construct

from cdk.constructs.function import EVERY_KEY, environment
from cdk.constructs.logs import log_group
from cdk.constructs.permissions import acknowledge, allow, trusted
from cdk.packages import ROOT
from cdk.state import State

NAME = "clips"
CPU, MEMORY = 2048, 4096
COMMAND = ["python", "-m", "fetcher"]
USER = "10001"  # as containers/clips/Dockerfile makes it
SCRATCH, SCRATCH_PATH = "scratch", "/tmp"  # noqa: S108 - the only place that can be written to
SETTINGS = ("media_origins", "clock_file")
# Fargate Spot may be taken away; the state retries, and one task in five stands on safe ground
CAPACITY = (
    CapacityProviderStrategy(capacity_provider="FARGATE_SPOT", weight=4),
    CapacityProviderStrategy(capacity_provider="FARGATE", weight=1),
)


class ClipsTask(Construct):
    """The container `clips`, and what a state machine needs to run it."""

    def __init__(self, scope: Construct, state: State) -> None:
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
        if not target.emulator:
            self.cluster.add_default_capacity_provider_strategy(list(CAPACITY))
        self._family = f"footy-{target.name}-{NAME}"
        role = Role(self, "Role", assumed_by=trusted(self, "ecs-tasks"))
        allow(role, ["s3:GetObject", "s3:PutObject"], [state.work.objects], why=EVERY_KEY)
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
            logging=LogDrivers.aws_logs(
                stream_prefix=NAME, log_group=log_group(self, target, f"/footy/{target.name}/{NAME}")
            ),
        )
        container.add_mount_points(MountPoint(container_path=SCRATCH_PATH, source_volume=SCRATCH, read_only=False))
        self._accept_findings()

    @property
    def substitutions(self) -> dict[str, str]:
        """What the state machine's file calls the task and its place."""
        network = self._state.network
        return {
            "ClipsCluster": self.cluster.cluster_arn,
            "ClipsTask": self.definition.task_definition_arn,
            "ClipsSubnets": ",".join(subnet.subnet_id for subnet in network.task_subnets),
            "ClipsSecurityGroups": network.tasks.security_group_id,
            "ClipsPublicIp": "ENABLED",
        }

    def allow_running(self, role: Role) -> None:
        """What `ecs:runTask.sync` does in the name of its state machine."""
        allow(
            role,
            ["ecs:RunTask"],
            [self._arn("ecs", "task-definition", f"{self._family}:*")],
            why="executions of an earlier deployment run an earlier revision",
            conditions={"ArnEquals": {"ecs:cluster": self.cluster.cluster_arn}},
        )
        allow(
            role,
            ["ecs:StopTask", "ecs:DescribeTasks"],
            [self._arn("ecs", "task", f"{self.cluster.cluster_name}/*")],
            why="a task is named when it starts",
        )
        allow(
            role,
            ["iam:PassRole"],
            [one.role_arn for one in self._roles()],
            conditions={"StringEquals": {"iam:PassedToService": "ecs-tasks.amazonaws.com"}},
        )
        allow(
            role,
            ["events:PutTargets", "events:PutRule", "events:DescribeRule"],
            [self._arn("events", "rule", "StepFunctionsGetEventsForECSTaskRule")],
        )

    def _roles(self) -> list[IRole]:
        return [self.definition.task_role, self.definition.obtain_execution_role()]

    def _image(self) -> ContainerImage:
        if self._state.target.emulator:
            # the emulator runs the command itself: the name only has to look like one
            return ContainerImage.from_registry(f"found-footy/{NAME}")
        return ContainerImage.from_asset(
            str(ROOT),
            file=f"containers/{NAME}/Dockerfile",
            platform=Platform.LINUX_ARM64 if self._state.target.architecture == "arm64" else Platform.LINUX_AMD64,
            ignore_mode=IgnoreMode.DOCKER,
            exclude=["*", f"!containers/{NAME}", "!layers/footy", "**/__pycache__"],
        )

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
        settings["work_bucket"] = self._state.work.name
        return environment(NAME, settings, target)

    def _arn(self, service: str, resource: str, name: str) -> str:
        return Stack.of(self).format_arn(
            service=service, resource=resource, resource_name=name, arn_format=ArnFormat.SLASH_RESOURCE_NAME
        )

    def _accept_findings(self) -> None:
        acknowledge(self.definition, "addresses and names of buckets, and no secret among them", "ECS2")
