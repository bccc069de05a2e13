"""Schedules of functions and state machines."""

import json

from aws_cdk import Duration, TimeZone
from aws_cdk.aws_iam import PolicyStatement, Role
from aws_cdk.aws_scheduler import ContextAttribute, Schedule, ScheduleExpression, ScheduleTargetInput
from aws_cdk.aws_scheduler_targets import LambdaInvoke, Universal
from constructs import Construct

from cdk.constructs.compute.function import PythonFunction
from cdk.constructs.compute.state_machine import AslStateMachine
from cdk.constructs.permissions import allow, trusted

# EventBridge replaces the placeholder with the time that the run is for
REQUEST = {"scheduled": ContextAttribute.scheduled_time}
SCHEDULED_TIME = ScheduleTargetInput.from_object(REQUEST)


def every(*, minute: str = "*", hour: str = "*") -> ScheduleExpression:
    """Return a daily cron expression in UTC."""
    return ScheduleExpression.cron(minute=minute, hour=hour, time_zone=TimeZone.ETC_UTC)


class LambdaSchedule(Construct):
    """Schedule of a function; a late call is dropped, because the next one follows."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        caller: PythonFunction,
        cron: ScheduleExpression,
        *,
        enabled: bool,
        max_age: Duration,
        tries: int = 1,
        event: ScheduleTargetInput | None = None,
    ) -> None:
        super().__init__(scope, name)
        function = caller.function
        role = Role(self, "Role", assumed_by=trusted(self, "scheduler"))
        arns = [function.function_arn, f"{function.function_arn}:*"]
        allow(role, ["lambda:InvokeFunction"], arns, why="the CDK also grants the versions of the function")
        if enabled:
            # Lambda queues an asynchronous call, by default for six hours and three tries
            function.configure_async_invoke(max_event_age=max_age, retry_attempts=tries - 1)
        target = LambdaInvoke(function, role=role, input=event, max_event_age=max_age, retry_attempts=tries - 1)
        Schedule(self, "Schedule", schedule_name=caller.full_name, schedule=cron, enabled=enabled, target=target)


class MachineSchedule(Construct):
    """Schedule of a state machine, whose executions are named `ingest-<id>`.

    Only the universal target can name an execution. The name has the id of the scheduler and not the scheduled time,
    because a name must not contain colons.
    """

    def __init__(
        self,
        scope: Construct,
        name: str,
        machine: AslStateMachine,
        cron: ScheduleExpression,
        *,
        enabled: bool,
        max_age: Duration,
        retries: int,
    ) -> None:
        super().__init__(scope, name)
        role = Role(self, "Role", assumed_by=trusted(self, "scheduler"))
        arn = machine.machine.state_machine_arn
        execution = f"{machine.node.id.lower()}-{ContextAttribute.execution_id}"
        call = {"StateMachineArn": arn, "Name": execution, "Input": json.dumps(REQUEST)}
        target = Universal(
            service="sfn",
            action="startExecution",
            input=ScheduleTargetInput.from_object(call),
            role=role,
            # without it the CDK would allow the call on all state machines
            policy_statements=[PolicyStatement(actions=["states:StartExecution"], resources=[arn])],
            max_event_age=max_age,
            retry_attempts=retries,
        )
        Schedule(self, "Schedule", schedule_name=machine.name, schedule=cron, enabled=enabled, target=target)
