"""Schedules of functions and state machines."""

from aws_cdk import Duration, TimeZone
from aws_cdk.aws_iam import Role
from aws_cdk.aws_lambda import IFunction
from aws_cdk.aws_scheduler import ContextAttribute, Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import LambdaInvoke
from constructs import Construct

from cdk.constructs.permissions import allow, trusted

# EventBridge replaces the placeholder with the time that the run is for
SCHEDULED_TIME = ScheduleTargetInput.from_object({"scheduled": ContextAttribute.scheduled_time})


def every(*, minute: str = "*", hour: str = "*") -> ScheduleExpression:
    """Return a daily cron expression in UTC."""
    return ScheduleExpression.cron(minute=minute, hour=hour, time_zone=TimeZone.ETC_UTC)


class LambdaSchedule(Construct):
    """Schedule of a function; a late call is dropped, because the next one follows."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        function: IFunction,
        cron: ScheduleExpression,
        *,
        enabled: bool,
        max_age: Duration,
        tries: int = 1,
        event: ScheduleTargetInput | None = None,
    ) -> None:
        super().__init__(scope, name)
        role = Role(self, "Role", assumed_by=trusted(self, "scheduler"))
        arns = [function.function_arn, f"{function.function_arn}:*"]
        allow(role, ["lambda:InvokeFunction"], arns, why="the CDK also grants the versions of the function")
        if enabled:
            # Lambda queues an asynchronous call, by default for six hours and three tries
            function.configure_async_invoke(max_event_age=max_age, retry_attempts=tries - 1)
        target = LambdaInvoke(function, role=role, input=event, max_event_age=max_age, retry_attempts=tries - 1)
        Schedule(self, "Schedule", schedule=cron, enabled=enabled, target=target)
