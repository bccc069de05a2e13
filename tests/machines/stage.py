"""Stage: run a state machine of the project on the emulator with scripted functions."""

import io
import json
import re
import zipfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from local.aws.client import ACCOUNT
from local.aws.engine import Aws
from tests.support.waiting import FAILED_SECONDS, eventually

ROOT = Path(__file__).resolve().parents[2]
ROLE = f"arn:aws:iam::{ACCOUNT}:role/stage"
PYTHON = "python3.13"
SUBSTITUTION = re.compile(r"\$\{(\w+)\}")
# substitutions that name no resource, as cdk/stacks/goals.py fills them in by default
VALUES = {"TickOffsets": "[0, 30]"}
NOTHING = json.dumps({"QueryLanguage": "JSONata", "StartAt": "End", "States": {"End": {"Type": "Succeed"}}})

Line = dict[str, Any]


def answers(value: object) -> Line:
    """Build a line in which the function returns a value."""
    return {"answers": value}


def raises(error: str, message: str = "") -> Line:
    """Build a line in which the function raises an exception of this class name."""
    return {"raises": error, "message": message}


def exits() -> Line:
    """Build a line in which the function's process exits, as without memory."""
    return {"exits": 1}


@dataclass(frozen=True, slots=True)
class Performance:
    """Finished execution."""

    status: str
    output: Any
    error: str
    states: list[str]
    calls: list[tuple[str, dict[str, Any]]]
    transitions: int

    def called(self, part: str) -> list[dict[str, Any]]:
        """Return the events of a function, call by call."""
        return [event for name, event in self.calls if name == part]


@dataclass(slots=True)
class Stage:
    """Emulator with one actor per function name."""

    aws: Aws
    folder: Path
    _parts: dict[str, str] = field(default_factory=dict)
    _arns: dict[str, str] = field(default_factory=dict)
    states: Any = field(init=False)
    sqs: Any = field(init=False)
    queue: str = field(init=False)

    def __post_init__(self) -> None:
        self.states = self.aws.client("stepfunctions")
        self.sqs = self.aws.client("sqs")
        self.queue = self.sqs.create_queue(QueueName=f"stage-{_unique()}.fifo", Attributes={"FifoQueue": "true"})[
            "QueueUrl"
        ]

    def perform(
        self,
        machine: str,
        event: dict[str, Any],
        script: dict[str, list[Line]],
        *,
        name: str | None = None,
        **others: str,
    ) -> Performance:
        """Run a machine to its end; `others` are substitutions that are not functions."""
        arn = self.machine(machine, others)
        self.rehearse(script)
        execution = self.states.start_execution(stateMachineArn=arn, name=name or _unique(), input=json.dumps(event))[
            "executionArn"
        ]
        return self._performance(execution)

    def rehearse(self, script: dict[str, list[Line]]) -> None:
        """Write the script of the actors and clear earlier calls."""
        (self.folder / "script.json").write_text(
            json.dumps({self._parts[part]: lines for part, lines in script.items()})
        )
        (self.folder / "calls.jsonl").write_text("")

    def transitions(self, execution: str) -> int:
        """Count the transitions that AWS charges; within Maps the history has only the tasks."""
        types: list[str] = [event["type"] for event in self._history(execution)]
        entered = sum(kind.endswith("StateEntered") and kind != "TaskStateEntered" for kind in types)
        return entered + types.count("TaskScheduled")

    def entered(self, execution: str, state: str) -> int:
        """Count how often an execution entered a state."""
        told = [event.get("stateEnteredEventDetails", {}) for event in self._history(execution)]
        return sum(details.get("name") == state for details in told)

    def sink(self, name: str) -> str:
        """Create a machine that does nothing; its executions show what was started."""
        arn: str = self.states.create_state_machine(name=f"{name}-{_unique()}", definition=NOTHING, roleArn=ROLE)[
            "stateMachineArn"
        ]
        return arn

    def run(self, machine: str, name: str) -> None:
        """Run an execution of a sink to its end."""
        execution = self.states.start_execution(stateMachineArn=machine, name=name, input='{"by": "another start"}')
        self._ended(execution["executionArn"])

    def started(self, machine: str) -> list[str]:
        """Return the names of a machine's executions in the order of their start."""
        found = self.states.list_executions(stateMachineArn=machine)["executions"]
        return [one["name"] for one in sorted(found, key=lambda one: one["startDate"])]

    def messages(self, queue: str = "") -> list[tuple[dict[str, Any], dict[str, str]]]:
        """Receive and delete the messages of a queue: body and attributes."""
        answer = self.sqs.receive_message(
            QueueUrl=queue or self.queue, MaxNumberOfMessages=10, AttributeNames=["All"], WaitTimeSeconds=0
        )
        found = answer.get("Messages", [])
        for message in found:
            self.sqs.delete_message(QueueUrl=queue or self.queue, ReceiptHandle=message["ReceiptHandle"])
        return [(json.loads(message["Body"]), message["Attributes"]) for message in found]

    def machine(self, machine: str, others: dict[str, str]) -> str:
        """Deploy a machine of the project; substitutions outside `others` become actors."""
        text = (ROOT / "statemachines" / f"{machine}.asl.json").read_text()
        filled = SUBSTITUTION.sub(lambda found: (others | VALUES).get(found[1]) or self._actor(found[1]), text)
        kind = "EXPRESS" if machine == "monitor" else "STANDARD"
        arn: str = self.states.create_state_machine(
            name=f"{machine}-{_unique()}", definition=filled, roleArn=ROLE, type=kind
        )["stateMachineArn"]
        return arn

    def _actor(self, substitution: str) -> str:
        part = re.sub(r"(?<!^)(?=[A-Z])", "_", substitution).lower()
        if part not in self._parts:
            self._parts[part] = f"{part}-{_unique()}"
            self._arns[part] = self._create_function(self._parts[part])
        return self._arns[part]

    def _create_function(self, name: str) -> str:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write(ROOT / "tests" / "machines" / "actor.py", "actor.py")
        functions = self.aws.client("lambda")
        made = functions.create_function(
            FunctionName=name,
            Runtime=PYTHON,
            Handler="actor.handle",
            Role=ROLE,
            Timeout=round(FAILED_SECONDS),
            Code={"ZipFile": packed.getvalue()},
            Environment={"Variables": {"STAGE": str(self.folder)}},
        )
        arn: str = made["FunctionArn"]
        return arn

    def _ended(self, execution: str) -> Any:
        """Wait for the end of an execution and return its description."""

        def told() -> Any:
            described = self.states.describe_execution(executionArn=execution)
            return None if described["status"] == "RUNNING" else described

        return eventually(told, f"the end of {execution}")

    def _performance(self, execution: str) -> Performance:
        told, history = self._ended(execution), self._history(execution)
        names = {deployed: part for part, deployed in self._parts.items()}
        calls = [json.loads(line) for line in (self.folder / "calls.jsonl").read_text().splitlines()]
        return Performance(
            status=told["status"],
            output=json.loads(told.get("output") or "null"),
            error=told.get("error", ""),
            states=[
                event["stateEnteredEventDetails"]["name"] for event in history if "stateEnteredEventDetails" in event
            ],
            calls=[(names[call["part"]], call["event"]) for call in calls],
            transitions=Counter(event["type"].endswith("StateEntered") for event in history)[True],
        )

    def _history(self, execution: str) -> list[dict[str, Any]]:
        pages = self.states.get_paginator("get_execution_history").paginate(executionArn=execution)
        return [event for page in pages for event in page["events"]]


def _unique() -> str:
    return uuid4().hex[:8]
