"""Starts the executions that classify images, each under a name that is used once."""

import json
from typing import TYPE_CHECKING, Literal, TypedDict

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.aws.step_functions import Executions
from footy.core.errors import UpstreamUnavailable
from footy.core.executions import RUNNING

if TYPE_CHECKING:
    from mypy_boto3_stepfunctions import SFNClient

Started = Literal["at_work", "ended"]


class Order(TypedDict):
    """What an execution is to classify: a version, whatever the key holds by then."""

    key: str
    event_id: str
    version_id: str | None


class Classifications:
    """The executions of the machine `classify`."""

    def __init__(self, step_functions: "SFNClient", machine: str) -> None:
        self._step_functions = step_functions
        self._machine = machine
        self._executions = Executions(step_functions, machine)

    def start(self, name: str, order: Order) -> Started:
        """Whether the execution of that name is at work now; a name that was used up before stands for one that ended.

        "Already exists" is no answer yet: it is said of one that runs and of one that ended months ago.
        """
        try:
            self._step_functions.start_execution(stateMachineArn=self._machine, name=name, input=json.dumps(order))
        except ClientError as refused:
            if refused.response["Error"]["Code"] != "ExecutionAlreadyExists":
                raise UpstreamUnavailable(f"Step Functions: {refused}") from refused
            return "at_work" if self.runs(name) else "ended"
        except BotoCoreError as unreachable:
            raise UpstreamUnavailable(f"Step Functions: {unreachable}") from unreachable
        return "at_work"

    def knows(self, name: str) -> bool:
        """Whether there is an execution of that name, at work or ended; a name stays used for 90 days."""
        return self._executions.status(name) is not None

    def runs(self, name: str) -> bool:
        """Whether the execution of that name is at work."""
        return self._executions.status(name) in RUNNING
