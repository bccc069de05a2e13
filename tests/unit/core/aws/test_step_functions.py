"""Status of executions."""

from typing import Any

import boto3
import pytest
from botocore.exceptions import EndpointConnectionError
from botocore.stub import Stubber

from footy.core.aws.step_functions import Executions
from footy.core.errors import UpstreamUnavailable

MACHINE = "arn:aws:states:eu-west-1:000000000000:stateMachine:footy-goal"
NAME = "goal-979139_26_154_Goal_1"
EXECUTION = f"arn:aws:states:eu-west-1:000000000000:execution:footy-goal:{NAME}"


@pytest.fixture
def step_functions() -> Any:
    return boto3.client("stepfunctions", "eu-west-1", aws_access_key_id="x", aws_secret_access_key="x")


@pytest.mark.parametrize("status", ["RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED", "PENDING_REDRIVE"])
def test_an_execution_is_looked_up_by_its_name(step_functions: Any, status: str) -> None:
    with Stubber(step_functions) as stub:
        description = {"executionArn": EXECUTION, "stateMachineArn": MACHINE, "status": status, "startDate": 0}
        stub.add_response("describe_execution", description, {"executionArn": EXECUTION})
        assert Executions(step_functions, MACHINE).status(NAME) == status


def test_one_that_never_was_has_no_status(step_functions: Any) -> None:
    with Stubber(step_functions) as stub:
        stub.add_client_error("describe_execution", "ExecutionDoesNotExist")
        assert Executions(step_functions, MACHINE).status(NAME) is None


def test_a_refusal_is_not_an_absence(step_functions: Any) -> None:
    with Stubber(step_functions) as stub:
        stub.add_client_error("describe_execution", "ThrottlingException")
        with pytest.raises(UpstreamUnavailable):
            Executions(step_functions, MACHINE).status(NAME)


def test_no_answer_is_not_an_absence(step_functions: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreachable(**_: object) -> object:
        raise EndpointConnectionError(endpoint_url="https://states")

    monkeypatch.setattr(step_functions, "describe_execution", unreachable)
    with pytest.raises(UpstreamUnavailable):
        Executions(step_functions, MACHINE).status(NAME)
