"""What became of an execution of the goal machine."""

from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.errors import UpstreamUnavailable
from footy.fixtures.starting import ExecutionStatus

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient


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
