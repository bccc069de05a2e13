"""The container `browser`: a Chromium that is logged in at X, with its cookies and nothing else of the deployment."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_ecs import (
    Capability,
    CpuArchitecture,
    FargateTaskDefinition,
    HealthCheck,
    LinuxParameters,
    LogDrivers,
    MountPoint,
    OperatingSystemFamily,
    PortMapping,
    RuntimePlatform,
    Volume,
)
from aws_cdk.aws_iam import Role
from constructs import Construct

from cdk.constructs.compute.function import environment
from cdk.constructs.compute.image import image_of
from cdk.constructs.monitoring.logs import log_group
from cdk.constructs.network.private_service import PORT
from cdk.constructs.permissions import acknowledge, address_of, allow, trusted
from cdk.stacks.state import StateStack

NAME = "browser"
CPU, MEMORY = 1024, 2048
USER = "10001"  # as containers/browser/Dockerfile makes it
SCRATCH, SCRATCH_PATH = "scratch", "/tmp"  # noqa: S108 - the only place that can be written to
ALIVE = f"import urllib.request; urllib.request.urlopen('http://127.0.0.1:{PORT}/health', timeout=2)"
SETTINGS = ("x_web_url",)
# longer than a name is remembered; then the last search may still end
DRAIN, GRACE = Duration.seconds(20), Duration.seconds(90)
EVERY_LEASE = "a lease is named by its account"


class BrowserTask(Construct):
    """The definition of one instance."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, "Task")
        target = state.target
        accounts = {account: secret.secret_arn for account, secret in state.sessions.items()}
        self.command = ["--accounts", Stack.of(self).to_json_string(accounts), "--bucket", state.work.name]
        role = Role(self, "Role", assumed_by=trusted(self, "ecs-tasks"))
        cookies = [address_of(secret) for secret in state.sessions.values()]
        allow(role, ["secretsmanager:GetSecretValue", "secretsmanager:PutSecretValue"], cookies)
        allow(role, ["s3:GetObject", "s3:PutObject"], [f"{state.work.arn}/sessions/*"], why=EVERY_LEASE)
        # without it S3 calls an absent object forbidden
        allow(role, ["s3:ListBucket"], [state.work.arn])
        start = Role(self, "Start", assumed_by=trusted(self, "ecs-tasks"))
        acknowledge(start, "logging in to the registry knows no resources", "IAM5[Resource::*]")
        arm = target.architecture == "arm64"
        self.definition = FargateTaskDefinition(
            self,
            "Definition",
            family=f"{target.prefix}-{NAME}",
            task_role=role,
            execution_role=start,
            cpu=CPU,
            memory_limit_mib=MEMORY,
            volumes=[Volume(name=SCRATCH)],
            runtime_platform=RuntimePlatform(
                operating_system_family=OperatingSystemFamily.LINUX,
                cpu_architecture=CpuArchitecture.ARM64 if arm else CpuArchitecture.X86_64,
            ),
        )
        settings = {name: target.settings[name] for name in SETTINGS if name in target.settings} | target.rules
        container = self.definition.add_container(
            NAME,
            image=image_of(NAME, target, "layers/footy"),
            command=[*self.command, "--drain", f"{DRAIN.to_seconds():g}"],
            environment=environment(NAME, settings, target),
            port_mappings=[PortMapping(container_port=PORT)],
            user=USER,
            readonly_root_filesystem=True,
            linux_parameters=self._linux(),
            stop_timeout=GRACE,
            health_check=HealthCheck(command=["CMD", "python", "-c", ALIVE], interval=Duration.seconds(10), retries=3),
            logging=LogDrivers.aws_logs(
                stream_prefix=NAME, log_group=log_group(self, target, f"/footy/{target.name}/{NAME}")
            ),
        )
        container.add_mount_points(MountPoint(container_path=SCRATCH_PATH, source_volume=SCRATCH, read_only=False))
        acknowledge(self.definition, "an address and numbers, and no secret among them", "ECS2")

    def _linux(self) -> LinuxParameters:
        """No power that a process could have; an init buries what a browser leaves behind."""
        parameters = LinuxParameters(self, "Linux", init_process_enabled=True)
        parameters.drop_capabilities(Capability.ALL)
        return parameters
