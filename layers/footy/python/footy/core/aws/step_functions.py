"""Step Functions client: executions by name and task callbacks."""

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from footy.core.aws.failures import call_unless
from footy.core.executions import ExecutionStatus

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


SERVICE = "Step Functions"
# the execution has ended or has given the clip up
TASK_ENDED = ("TaskDoesNotExist", "TaskTimedOut", "InvalidToken")


class TaskCallbacks:
    """Results for tasks that wait for a task token."""

    def __init__(self, step_functions: "SFNClient") -> None:
        self._step_functions = step_functions

    def succeed(self, token: str, answer: object) -> bool:
        """Complete the task; return False when it no longer waits."""
        answer_text = json.dumps(answer)
        completed = call_unless(
            TASK_ENDED, SERVICE, self._step_functions.send_task_success, taskToken=token, output=answer_text
        )
        return completed is not None


class Executions:
    """Executions of one state machine, by name."""

    def __init__(self, step_functions: "SFNClient", machine: str) -> None:
        self._step_functions = step_functions
        self._prefix = machine.replace(":stateMachine:", ":execution:")

    def status(self, name: str) -> ExecutionStatus | None:
        """Return the status of an execution; None when it does not exist or is too old."""
        execution = call_unless(
            ["ExecutionDoesNotExist"],
            SERVICE,
            self._step_functions.describe_execution,
            executionArn=f"{self._prefix}:{name}",
        )
        return cast("ExecutionStatus", execution["status"]) if execution else None

    def start(self, name: str, payload: Mapping[str, object]) -> bool:
        """Start an execution; return False when its name is already in use."""
        machine = self._prefix.replace(":execution:", ":stateMachine:")
        started = call_unless(
            ["ExecutionAlreadyExists"],
            SERVICE,
            self._step_functions.start_execution,
            stateMachineArn=machine,
            name=name,
            input=json.dumps(payload, default=str),
        )
        return started is not None

    def console(self, name: str) -> str:
        """Return the console URL of an execution."""
        region = self._prefix.split(":")[3] if self._prefix.count(":") > 3 else ""  # noqa: PLR2004 - parts of an ARN
        home = f"https://{region}.console.aws.amazon.com/states/home?region={region}"
        return f"{home}#/v2/executions/details/{self._prefix}:{name}"
