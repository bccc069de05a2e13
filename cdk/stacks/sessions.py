"""The stack of the sessions that search X; nothing of it where nobody has one."""

from aws_cdk import CfnOutput, Duration, Environment, Stack, StackSynthesizer, TimeZone
from aws_cdk.aws_ecs import Cluster, ContainerInsights
from aws_cdk.aws_scheduler import Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import EcsRunFargateTask
from constructs import Construct

from cdk.constructs.compute.browser_service import BrowserService
from cdk.constructs.compute.browser_task import NAME, BrowserTask
from cdk.constructs.network.private_service import INSIDE, PrivateService
from cdk.stacks.state import StateStack

# a renewed session is in place before the first kick-off of a day
EVERY_MORNING = ScheduleExpression.cron(minute="0", hour="7", time_zone=TimeZone.ETC_UTC)
CHECK_AGE = Duration.hours(1)


class SessionsStack(Stack):
    """Who searches in the place of X's API, or beside it."""

    def __init__(self, scope: Construct, state: StateStack, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"{state.target.prefix}-sessions", env=env, synthesizer=synthesizer)
        self._state = state
        # X has no addresses that stay: to which names the browser may go, the service itself says
        self._network = PrivateService(
            self,
            state,
            name=NAME,
            domain=f"{state.target.prefix}-sessions",
            inside="sessions at X",
            asked="searches",
            outside="X, secrets, leases in S3, logs",
        )
        self._cluster = Cluster(
            self,
            "Cluster",
            vpc=state.network.vpc,
            cluster_name=f"{state.target.prefix}-sessions",
            container_insights_v2=ContainerInsights.ENABLED,
            enable_fargate_capacity_providers=True,
        )
        self._task = BrowserTask(self, state)
        self.pool = BrowserService(self, self._cluster, self._task, self._network).pool
        self.url = self._network.url
        self._check_every_morning()
        state.alarms.told_by(self, "SessionsLost", NAME, threshold=1)
        state.alarms.told_by(self, "SessionsEnding", NAME, threshold=1)
        state.alarms.told_by(self, "SessionsUnseen", NAME, threshold=1)
        CfnOutput(self, "SessionUrl", value=self.url)

    @property
    def most(self) -> int:
        """No account is in two places: there are no more instances than accounts."""
        return min(len(self._state.sessions), self._state.target.numbers.browser_pool_most)

    def _check_every_morning(self) -> None:
        """A task of the service opens the search page once with each account that nobody uses."""
        target = EcsRunFargateTask(
            self._cluster,
            task_definition=self._task.definition,
            vpc_subnets=INSIDE,
            security_groups=[self._network.group],
            assign_public_ip=False,
            max_event_age=CHECK_AGE,
            retry_attempts=1,
            input=ScheduleTargetInput.from_object(
                {"containerOverrides": [{"name": NAME, "command": [*self._task.command, "--check"]}]}
            ),
        )
        Schedule(self, "Check", schedule=EVERY_MORNING, enabled=self._state.target.schedules, target=target)
