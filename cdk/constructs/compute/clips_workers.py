"""Worker pool that fetches and decodes clips: the first worker on demand, the others on Spot."""

from aws_cdk import Duration
from aws_cdk import aws_ecs as ecs
from aws_cdk.aws_ec2 import SubnetSelection
from aws_cdk.aws_iam import Role
from aws_cdk.aws_sqs import Queue
from constructs import Construct

from cdk.constructs.compute.fargate_task import fargate_cluster, fargate_task
from cdk.constructs.compute.function import KEYS_NOT_KNOWN, environment
from cdk.constructs.compute.image import image_of
from cdk.constructs.permissions import allow, arn_of, trusted
from cdk.stacks.state import StateStack

NAME = "clips"
# one decoder with its full budget, and the worker
CPU, MEMORY = 1024, 2048
COMMAND = ["python", "-m", "fetcher"]
SETTINGS = ("media_origins", "clock_file")
STOP_TIMEOUT = Duration.seconds(120)  # the longest that Fargate allows


class ClipsWorkers(Construct):
    """One ECS service per capacity type; all share a queue."""

    def __init__(self, scope: Construct, state: StateStack, *, jobs: Queue, validations: Queue) -> None:
        super().__init__(scope, "Task")
        self._state = state
        target = state.target
        self.cluster = fargate_cluster(self, state, target.prefix)
        self._family = f"{target.prefix}-{NAME}"
        settings = {name: target.settings[name] for name in SETTINGS if name in target.settings} | target.rules
        settings |= {"work_bucket": state.work.name}
        settings |= {"clips_queue": jobs.queue_url, "looks_queue": validations.queue_url}
        self.definition = fargate_task(
            self,
            target,
            NAME,
            image=self._image(),
            size=(CPU, MEMORY),
            role=self._role(jobs, validations),
            command=COMMAND,
            environment=environment(NAME, settings, target),
            stop_timeout=STOP_TIMEOUT,
        )
        self.services = [self._service(name, capacity) for name, capacity in self._capacity_types().items()]

    @property
    def names(self) -> list[str]:
        """The services: on demand, then Spot."""
        return [service.service_name for service in self.services]

    @property
    def arns(self) -> list[str]:
        """The ARNs of the services, by names that are known before deployment."""
        return [self._arn("service", name) for name in self._capacity_types()]

    def _role(self, jobs: Queue, validations: Queue) -> Role:
        role = Role(self, "Role", assumed_by=trusted(self, "ecs-tasks"))
        work = self._state.work
        allow(role, ["s3:GetObject", "s3:PutObject"], [work.objects], why=KEYS_NOT_KNOWN)
        # without s3:ListBucket, S3 answers 403 instead of 404 for an absent object
        allow(role, ["s3:ListBucket"], [work.arn])
        allow(role, ["sqs:ReceiveMessage", "sqs:ChangeMessageVisibility", "sqs:DeleteMessage"], [jobs.queue_arn])
        allow(role, ["sqs:SendMessage"], [validations.queue_arn])
        allow(role, ["ecs:UpdateTaskProtection"], [self._arn("task", "*")], why="a task gets its id when it starts")
        return role

    def _capacity_types(self) -> dict[str, str]:
        """Return the capacity provider of each service; the emulator has no Spot capacity."""
        services = {f"{self._family}-safe": "FARGATE", f"{self._family}-spare": "FARGATE_SPOT"}
        return dict(list(services.items())[:1]) if self._state.target.emulator else services

    def _service(self, name: str, capacity: str) -> ecs.FargateService:
        network, emulator = self._state.network, self._state.target.emulator
        provider = ecs.CapacityProviderStrategy(capacity_provider=capacity, weight=1)
        service = ecs.FargateService(
            self,
            capacity.title().replace("_", ""),
            service_name=name,
            cluster=self.cluster,
            task_definition=self.definition,
            # each tick sets the number, and no deployment resets it
            desired_count=None,
            capacity_provider_strategies=None if emulator else [provider],
            vpc_subnets=SubnetSelection(subnets=list(network.task_subnets)),
            security_groups=[network.tasks],
            assign_public_ip=True,
            # new workers start next to the old ones; a busy worker is protected and stops when its clip is done
            min_healthy_percent=100,
            max_healthy_percent=200,
            circuit_breaker=ecs.DeploymentCircuitBreaker(enable=True, rollback=True),
            # a worker in the middle of a clip must not be stopped to balance zones
            availability_zone_rebalancing=None if emulator else ecs.AvailabilityZoneRebalancing.DISABLED,
            enable_ecs_managed_tags=not emulator,
            # cost allocation needs tags on the tasks
            propagate_tags=None if emulator else ecs.PropagatedTagSource.SERVICE,
        )
        # CloudFormation must not detach the capacity provider before the service is deleted
        service.node.add_dependency(self.cluster)
        return service

    def _image(self) -> ecs.ContainerImage:
        if self._state.target.emulator:
            # the emulator runs the command on the host and only parses the name
            return ecs.ContainerImage.from_registry(f"found-footy/{NAME}")
        return image_of(NAME, self._state.target, "layers/footy")

    def _arn(self, resource: str, name: str) -> str:
        return arn_of(self, "ecs", resource, f"{self.cluster.cluster_name}/{name}")
