"""The executions of a state machine: what became of one, a start by hand, and an answer that one waits for."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable
from footy.core.executions import ExecutionStatus

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


# nobody waits any more: the execution has ended, or gave the clip up
NOBODY_WAITS = ("TaskDoesNotExist", "TaskTimedOut", "InvalidToken")


class TaskCallbacks:
    """What executions wait for, by the token of who waits."""

    def __init__(self, step_functions: "SFNClient") -> None:
        self._step_functions = step_functions

    def succeed(self, token: str, answer: object) -> bool:
        """Lets the execution go on with it; False when it has gone on without."""
        try:
            self._step_functions.send_task_success(taskToken=token, output=json.dumps(answer))
        except ClientError as refused:
            if refused.response["Error"]["Code"] in NOBODY_WAITS:
                return False
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return True


class Executions:
    """The executions of one state machine, by name."""

    def __init__(self, step_functions: "SFNClient", machine: str) -> None:
        self._step_functions = step_functions
        self._prefix = machine.replace(":stateMachine:", ":execution:")

    def status(self, name: str) -> ExecutionStatus | None:
        """Where the execution of that name stands; None when there is none, or it is too old to be remembered."""
        try:
            found = self._step_functions.describe_execution(executionArn=f"{self._prefix}:{name}")
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ExecutionDoesNotExist":
                return None
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return found["status"]

    def start(self, name: str, given: Mapping[str, object]) -> bool:
        """Starts one under a name; False when there is one of that name already, which is as good."""
        machine = self._prefix.replace(":execution:", ":stateMachine:")
        try:
            self._step_functions.start_execution(
                stateMachineArn=machine, name=name, input=json.dumps(given, default=str)
            )
        except ClientError as refused:
            if refused.response["Error"]["Code"] == "ExecutionAlreadyExists":
                return False
            raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return True

    def console(self, name: str) -> str:
        """Where people read the history of an execution."""
        region = self._prefix.split(":")[3] if self._prefix.count(":") > 3 else ""  # noqa: PLR2004 - parts of an ARN
        home = f"https://{region}.console.aws.amazon.com/states/home?region={region}"
        return f"{home}#/v2/executions/details/{self._prefix}:{name}"
