"""Stack of the browser sessions that search X, only for a target with `x_accounts`."""

from aws_cdk import CfnOutput, Duration
from aws_cdk.aws_scheduler import Schedule, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import EcsRunFargateTask
from constructs import Construct

from cdk.constructs.compute.browser import NAME, BrowserService, BrowserTask
from cdk.constructs.compute.fargate_task import fargate_cluster
from cdk.constructs.compute.schedule import every
from cdk.constructs.network.private_service import PRIVATE_SUBNETS, PrivateService
from cdk.stacks.base import TargetStack
from cdk.stacks.state import StateStack

# leaves time to renew a session before the first kick-off of the day
EVERY_MORNING = every(minute="0", hour="7")
CHECK_AGE = Duration.hours(1)


class SessionsStack(TargetStack):
    """Search sessions that replace the API of X, or are its failover."""

    def __init__(self, scope: Construct, state: StateStack) -> None:
        super().__init__(scope, state.target, "sessions")
        self._state = state
        # X has no fixed addresses; the service itself limits the hosts of the browser
        self._network = PrivateService(
            self,
            state,
            name=NAME,
            domain=f"{state.target.prefix}-sessions",
            description="sessions at X",
            outbound="X, secrets, leases in S3, logs",
        )
        self._task = BrowserTask(self, state)
        self._cluster = fargate_cluster(self, state, self._task.cluster_name)
        self.pool = BrowserService(self, self._cluster, self._task, self._network).pool
        self.url = self._network.url
        self._check_every_morning()
        state.alarms.counters_of(self, "sessions")
        CfnOutput(self, "SessionUrl", value=self.url)

    @property
    def most(self) -> int:
        """The largest number of instances: each needs its own account."""
        return min(len(self._state.sessions), self._state.target.numbers.browser_pool_most)

    def _check_every_morning(self) -> None:
        """Open the search page once with each unused account."""
        target = EcsRunFargateTask(
            self._cluster,
            task_definition=self._task.definition,
            vpc_subnets=PRIVATE_SUBNETS,
            security_groups=[self._network.group],
            assign_public_ip=False,
            max_event_age=CHECK_AGE,
            retry_attempts=1,
            input=ScheduleTargetInput.from_object(
                {"containerOverrides": [{"name": NAME, "command": [*self._task.command, "--check"]}]}
            ),
        )
        Schedule(
            self,
            "Check",
            schedule_name=f"{self.target.prefix}-check-sessions",
            schedule=EVERY_MORNING,
            enabled=self.target.schedules,
            target=target,
        )
