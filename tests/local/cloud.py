"""Builder of resources in the embedded AWS."""

import io
import json
import subprocess
import uuid
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from local.aws.client import ACCOUNT, REGION
from local.aws.server import Ministack
from tests.support.waiting import eventually

ROLE = f"arn:aws:iam::{ACCOUNT}:role/any"


@dataclass(frozen=True)
class Cloud:
    """An emulator with short words for what tests do in it."""

    emulator: Ministack

    def client(self, service: str) -> Any:
        return self.emulator.client(service)

    def function(self, source: str, **settings: Any) -> str:
        """A function of that source, whose handler is `handler`; its name."""
        name = unique("function")
        settings = {"Timeout": 300, "Handler": "index.handler"} | settings
        code = {"ZipFile": archive({"index.py": source})}
        self.client("lambda").create_function(FunctionName=name, Runtime="python3.13", Role=ROLE, Code=code, **settings)
        return name

    def invoke(self, name: str, payload: object = None) -> tuple[Any, str | None]:
        """The answer of the function, and what kind of error it is."""
        answer = self.client("lambda").invoke(FunctionName=name, Payload=json.dumps(payload).encode())
        return json.loads(answer["Payload"].read()), answer.get("FunctionError")

    def machine(self, states: Mapping[str, Any], kind: str = "STANDARD") -> str:
        """A JSONata machine that starts at its first state."""
        definition = {"QueryLanguage": "JSONata", "StartAt": next(iter(states)), "States": states}
        return str(
            self.client("stepfunctions").create_state_machine(
                name=unique("machine"), definition=json.dumps(definition), roleArn=ROLE, type=kind
            )["stateMachineArn"]
        )

    def start(self, machine: str, given: object = None, name: str | None = None) -> str:
        answer = self.client("stepfunctions").start_execution(
            stateMachineArn=machine, name=name or unique("execution"), input=json.dumps(given or {})
        )
        return str(answer["executionArn"])

    def outcome(self, execution: str) -> dict[str, Any]:
        """Return the ended execution."""
        ended = eventually(lambda: self._ended(execution), "the end of an execution")
        return {key: ended.get(key) for key in ("status", "error", "cause")} | {
            "output": json.loads(ended["output"]) if ended.get("output") else None
        }

    def run(self, states: Mapping[str, Any], given: object = None) -> dict[str, Any]:
        return self.outcome(self.start(self.machine(states), given))

    def _ended(self, execution: str) -> dict[str, Any] | None:
        told: dict[str, Any] = self.client("stepfunctions").describe_execution(executionArn=execution)
        return told if told["status"] != "RUNNING" else None


def call(function: str, payload: object, **more: Any) -> dict[str, Any]:
    """A task state that calls the function."""
    arguments = {"FunctionName": function, "Payload": payload}
    ending = {} if "Next" in more else {"End": True}
    return {"Type": "Task", "Resource": "arn:aws:states:::lambda:invoke", "Arguments": arguments, **ending, **more}


def archive(files: Mapping[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as target:
        for name, text in files.items():
            target.writestr(name, text)
    return packed.getvalue()


def unique(kind: str) -> str:
    return f"{kind}-{uuid.uuid4().hex[:8]}"


def arn(service: str, resource: str) -> str:
    return f"arn:aws:{service}:{REGION}:{ACCOUNT}:{resource}"


def is_alive(process: int) -> bool:
    """Return whether the process runs and is no zombie."""
    told = subprocess.run(["ps", "-p", str(process), "-o", "stat="], capture_output=True, text=True, check=False)
    return told.stdout.strip()[:1] not in {"", "Z"}


def written(file: Path) -> int:
    """The process id that a process writes into the file when it runs."""
    return int(eventually(lambda: file.read_text() if file.exists() else ""))
