"""Second interpreter for the state machines: moto's, in this process, with the same scripts.

Its parser and its JSONata are not the emulator's: what both understand alike is more likely to be what AWS does.
"""

import importlib
import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any
from unittest.mock import Mock

import boto3
import pytest
from botocore.exceptions import ClientError
from moto import mock_aws

from local.aws.client import ACCOUNT, REGION
from tests.machines.stage import ROLE, ROOT, SUBSTITUTION, VALUES, Line, Performance
from tests.support.waiting import eventually

# jsonata raises the recursion limit of the whole process
before = sys.getrecursionlimit()
Jsonata, Utils = importlib.import_module("jsonata").Jsonata, importlib.import_module("jsonata.utils").Utils
sys.setrecursionlimit(before)

ASL = "moto.stepfunctions.parser.asl"
TASK = f"{ASL}.component.state.exec.state_task"
# services whose clients are replaced
SERVICES = ("sfn", "sqs", "ecs")
ENOUGH_EVENTS = 1000


class Second:
    """Stage on moto's interpreter; functions and services are parts of the script."""

    def __init__(self) -> None:
        self._script: dict[str, list[Line]] = {}
        self._calls: list[tuple[str, dict[str, Any]]] = []
        self._lock = threading.Lock()

    def perform(self, machine: str, event: dict[str, Any], script: dict[str, list[Line]], *, name: str) -> Performance:
        """Run a machine of the project to its end; substitutions become names of parts."""
        self._script, self._calls = script, []
        text = json.dumps(with_marked_catches(json.loads((ROOT / "statemachines" / f"{machine}.asl.json").read_text())))
        definition = SUBSTITUTION.sub(lambda found: VALUES.get(found[1]) or part_of(found[1]), text)
        with mock_aws(config={"stepfunctions": {"execute_state_machine": True}}):
            states = boto3.client(
                "stepfunctions", region_name=REGION, aws_access_key_id="any", aws_secret_access_key="any"
            )
            arn = states.create_state_machine(name=machine, definition=definition, roleArn=ROLE)["stateMachineArn"]
            execution = states.start_execution(stateMachineArn=arn, name=name, input=json.dumps(event))["executionArn"]
            return self._performance(states, execution)

    def play(self, part: str, event: dict[str, Any]) -> Any:
        """Return the next line of a part; repeat the last one."""
        with self._lock:
            earlier = sum(name == part for name, _ in self._calls)
            self._calls.append((part, event))
        lines = self._script[part]
        line = lines[min(earlier, len(lines) - 1)]
        if "raises" in line:
            raise Refusal(line["raises"])
        return line["answers"][str(event[line["by"]])] if "by" in line else line["answers"]

    def invoke(self, parameters: dict[str, Any], **_: object) -> dict[str, Any]:
        """Answer as Lambda."""
        try:
            payload = self.play(parameters["FunctionName"], json.loads(parameters["Payload"]))
        except Refusal as refusal:
            return {"StatusCode": 200, "FunctionError": "Unhandled", "Payload": {"errorType": refusal.name}}
        return {"StatusCode": 200, "Payload": json.loads(json.dumps(payload))}

    def client(self, **_: object) -> Mock:
        """Return a fake client of Step Functions, SQS or ECS."""
        return Mock(start_execution=self._start, send_message=self._send)

    def _start(self, **request: Any) -> Any:
        return self._answer("start_execution", request)

    def _send(self, **request: Any) -> Any:
        """Answer a message with a token, as a worker of the pool does.

        At once: moto has one token for all tries of a task, and a later one goes by the answer that is there.
        """
        body = json.loads(request["MessageBody"])
        if "token" not in body:
            return self._answer("signal", body)
        self._return(body)
        return {}

    def _return(self, body: dict[str, Any]) -> None:
        states = boto3.client("stepfunctions", region_name=REGION, aws_access_key_id="any", aws_secret_access_key="any")
        try:
            verdict = self.play("worker", without_token(body))
        except Refusal as refusal:
            states.send_task_failure(taskToken=body["token"], error=refusal.name, cause="")
        else:
            states.send_task_success(taskToken=body["token"], output=json.dumps(verdict))

    def _answer(self, part: str, request: dict[str, Any]) -> Any:
        try:
            return self.play(part, request)
        except Refusal as refusal:
            told: Any = {"Error": {"Code": refusal.name, "Message": ""}}
            told["ResponseMetadata"] = {"HTTPStatusCode": 400, "RequestId": ""}
            raise ClientError(told, part) from refusal

    def _performance(self, states: Any, execution: str) -> Performance:
        def told_at_its_end() -> Any:
            described = states.describe_execution(executionArn=execution)
            return None if described["status"] == "RUNNING" else described

        told = eventually(told_at_its_end, f"the end of {execution}")
        history = states.get_execution_history(executionArn=execution, maxResults=ENOUGH_EVENTS)["events"]
        entered = [
            event["stateEnteredEventDetails"]["name"] for event in history if "stateEnteredEventDetails" in event
        ]
        return Performance(
            status=told["status"],
            output=json.loads(told.get("output") or "null"),
            error=told.get("error", ""),
            states=entered,
            calls=self._calls,
            transitions=Counter(event["type"].endswith("StateEntered") for event in history)[True],
        )


class Refusal(Exception):
    """Failure of a part by its script."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


def with_marked_catches(scope: dict[str, Any]) -> dict[str, Any]:
    """Insert a marker state into every catch of a machine."""
    states: dict[str, Any] = {}
    for name, body in scope["States"].items():
        states[name] = dict(body)
        if "Catch" in body:
            states[name]["Catch"] = [{**catch, "Next": caught(name, n)} for n, catch in enumerate(body["Catch"])]
            states |= {caught(name, n): {"Type": "Pass", "Next": to["Next"]} for n, to in enumerate(body["Catch"])}
        if "ItemProcessor" in body:
            states[name]["ItemProcessor"] = with_marked_catches(body["ItemProcessor"])
    return {**scope, "States": states}


def caught(state: str, number: int) -> str:
    """Return the name of the marker state of a catch."""
    return f"{state}: caught {number}"


def without_token(order: dict[str, Any]) -> dict[str, Any]:
    """Return the job without its task token, which differs between interpreters."""
    return {name: fact for name, fact in order.items() if name != "token"}


def part_of(substitution: str) -> str:
    """Return the part behind a substitution: plan_tick for PlanTick, an ARN for a machine."""
    if substitution.endswith("Machine"):
        return f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:{substitution}"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", substitution).lower()


def evaluated(expression: str) -> Any:
    """Evaluate JSONata with a library: moto's own function is empty."""
    try:
        return _plain(Jsonata.jsonata(expression).evaluate(None))
    except Exception as failure:
        raise importlib.import_module(f"{ASL}.jsonata.jsonata").JSONataException("Undefined", str(failure)) from failure


def _plain(value: Any) -> Any:
    """Convert a value to plain JSON: null, and whole numbers without a fraction."""
    if value is None or value is Utils.NULL_VALUE:
        return None
    if isinstance(value, dict):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def read_once() -> Callable[[str], tuple[Any, Any]]:
    """Cache moto's parser, which parses a machine at each start."""
    parser, preprocessor = (importlib.import_module(f"{ASL}.parse.{name}") for name in ("asl_parser", "preprocessor"))
    parse = parser.AmazonStateLanguageParser.parse
    tree = cache(lambda definition: parse(definition)[1])
    return lambda definition: (preprocessor.Preprocessor().visit(tree(definition)), tree(definition))


@contextmanager
def second() -> Iterator[Second]:
    """Patch moto's interpreter: scripted parts and no waits."""
    stage = Second()
    no_wait: Callable[..., None] = lambda *_, **__: None  # noqa: E731 - three waits, one nothing
    with pytest.MonkeyPatch.context() as patches:
        patches.setattr(f"{ASL}.jsonata.jsonata._eval_jsonata", evaluated)
        patches.setattr(f"{ASL}.parse.asl_parser.AmazonStateLanguageParser.parse", read_once())
        patches.setattr(f"{TASK}.lambda_eval_utils._invoke_lambda_function", stage.invoke)
        for service in SERVICES:
            patches.setattr(f"{TASK}.service.state_task_service_{service}.boto_client_for", stage.client)
        patches.setattr(f"{ASL}.component.state.wait.wait_function.wait_function.WaitFunction._wait_interval", no_wait)
        patches.setattr(f"{ASL}.component.common.retry.retrier_decl.time", Mock(sleep=no_wait))
        yield stage
