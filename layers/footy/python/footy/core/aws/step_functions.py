"""Step Functions client: executions by name and task callbacks."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable
from footy.core.executions import ExecutionStatus

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


# the execution has ended or has given the clip up
TASK_ENDED = ("TaskDoesNotExist", "TaskTimedOut", "InvalidToken")


class TaskCallbacks:
    """Results for tasks that wait for a task token."""

    def __init__(self, step_functions: "SFNClient") -> None:
        self._step_functions = step_functions

    def succeed(self, token: str, answer: object) -> bool:
        """Complete the task; return False when it no longer waits."""
        try:
            self._step_functions.send_task_success(taskToken=token, output=json.dumps(answer))
        except ClientError as refused:
            if refused.response["Error"]["Code"] in TASK_ENDED:
                return False
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return True


class Executions:
    """Executions of one state machine, by name."""

    def __init__(self, step_functions: "SFNClient", machine: str) -> None:
        self._step_functions = step_functions
        self._prefix = machine.replace(":stateMachine:", ":execution:")

    def status(self, name: str) -> ExecutionStatus | None:
        """Return the status of an execution; None when it does not exist or is too old."""
        try:
            execution = self._step_functions.describe_execution(executionArn=f"{self._prefix}:{name}")
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ExecutionDoesNotExist":
                return None
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return execution["status"]

    def start(self, name: str, payload: Mapping[str, object]) -> bool:
        """Start an execution; return False when its name is already in use."""
        machine = self._prefix.replace(":execution:", ":stateMachine:")
        try:
            self._step_functions.start_execution(
                stateMachineArn=machine, name=name, input=json.dumps(payload, default=str)
            )
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ExecutionAlreadyExists":
                return False
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return True

    def console(self, name: str) -> str:
        """Return the console URL of an execution."""
        region = self._prefix.split(":")[3] if self._prefix.count(":") > 3 else ""  # noqa: PLR2004 - parts of an ARN
        home = f"https://{region}.console.aws.amazon.com/states/home?region={region}"
        return f"{home}#/v2/executions/details/{self._prefix}:{name}"
