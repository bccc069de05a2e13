"""A function that is called regularly."""

from aws_cdk import Duration, TimeZone
from aws_cdk.aws_iam import Role
from aws_cdk.aws_lambda import IFunction
from aws_cdk.aws_scheduler import Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import LambdaInvoke
from constructs import Construct

from cdk.constructs.permissions import allow, trusted

EVERY_MINUTE = ScheduleExpression.cron(minute="*", hour="*", time_zone=TimeZone.ETC_UTC)


class LambdaSchedule(Construct):
    """Calls a function; a call that could not be made in time is left to the next one."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        function: IFunction,
        every: ScheduleExpression,
        *,
        enabled: bool,
        within: Duration,
        tries: int = 1,
        given: ScheduleTargetInput | None = None,
    ) -> None:
        super().__init__(scope, name)
        role = Role(self, "Role", assumed_by=trusted(self, "scheduler"))
        arns = [function.function_arn, f"{function.function_arn}:*"]
        allow(
            role,
            ["lambda:InvokeFunction"],
            arns,
            why="CDK allows versions with their function",
        )
        if enabled:
            # a schedule puts its call into Lambda's own queue, which asks three times and remembers for six hours
            function.configure_async_invoke(max_event_age=within, retry_attempts=tries - 1)
        target = LambdaInvoke(function, role=role, input=given, max_event_age=within, retry_attempts=tries - 1)
        Schedule(self, "Schedule", schedule=every, enabled=enabled, target=target)
