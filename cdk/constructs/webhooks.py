"""What tells webhooks of goals: a function of every minute, only where a target says that it has webhooks."""

from aws_cdk import Duration, TimeZone
from aws_cdk.aws_iam import Role
from aws_cdk.aws_scheduler import Schedule, ScheduleExpression
from aws_cdk.aws_scheduler_targets import LambdaInvoke
from constructs import Construct

from cdk.constructs.function import PythonFunction, Uses
from cdk.constructs.layers import Layers
from cdk.constructs.permissions import allow, trusted
from cdk.state import State

# longer than it begins new questions for, and shorter than it holds a target
SECONDS = 45
WEBHOOKS = {"send_webhooks": Uses(database=True, seconds=SECONDS, secrets=("webhooks",), settings=("page_url",))}
EVERY_MINUTE = ScheduleExpression.cron(minute="*", hour="*", time_zone=TimeZone.ETC_UTC)


class Webhooks(Construct):
    """Beside everything that finds goals: whatever goes wrong with a webhook holds up none."""

    def __init__(self, scope: Construct, state: State, layers: Layers) -> None:
        super().__init__(scope, "Webhooks")
        [(name, uses)] = WEBHOOKS.items()
        self.sender = PythonFunction(self, name, uses, state=state, layers=layers)
        state.alarms.told_by(self, "WebhooksFailed", name)
        state.alarms.told_by(self, "WebhooksEnded", name, threshold=1)
        state.alarms.told_by(self, "WebhooksRefused", name, threshold=1)
        self._schedule(enabled=state.target.schedules)

    def _schedule(self, *, enabled: bool) -> None:
        function = self.sender.function
        role = Role(self, "Clock", assumed_by=trusted(self, "scheduler"))
        arns = [function.function_arn, f"{function.function_arn}:*"]
        allow(role, ["lambda:InvokeFunction"], arns, why="CDK allows versions with their function")
        Schedule(
            self,
            "EveryMinute",
            schedule=EVERY_MINUTE,
            enabled=enabled,
            # one that could not be made is overtaken by the next
            target=LambdaInvoke(function, role=role, max_event_age=Duration.minutes(1), retry_attempts=0),
        )
