"""Executions that classify images, each under a name that is used once."""

import json
from typing import TYPE_CHECKING, Literal, TypedDict

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.aws.step_functions import Executions
from footy.core.errors import UpstreamUnavailable
from footy.core.executions import RUNNING

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

StartResult = Literal["running", "ended"]


class ClassifyJob(TypedDict):
    """Input of an execution: the version to classify, even when the key holds another one by then (I10)."""

    key: str
    event_id: str
    version_id: str | None


class Classifications:
    """Executions of the state machine `classify`."""

    def __init__(self, step_functions: "SFNClient", machine: str) -> None:
        self._step_functions = step_functions
        self._machine = machine
        self._executions = Executions(step_functions, machine)

    def start(self, name: str, job: ClassifyJob) -> StartResult:
        """Start an execution and return whether it runs or has ended before.

        Step Functions answers "already exists" for both, up to 90 days after the end (I7).
        """
        try:
            self._step_functions.start_execution(stateMachineArn=self._machine, name=name, input=json.dumps(job))
        except ClientError as failure:
            if failure.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise UpstreamUnavailable(f"Step Functions: {failure}") from failure
            return "running" if self.runs(name) else "ended"
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return "running"

    def knows(self, name: str) -> bool:
        """Return whether an execution of that name runs or has ended within 90 days."""
        return self._executions.status(name) is not None

    def runs(self, name: str) -> bool:
        return self._executions.status(name) in RUNNING
