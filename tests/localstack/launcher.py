"""Starts LocalStack where there is no Docker and no Java; runs in its own virtual environment.

    python -m tests.localstack.launcher SCALE

Its interpreter of state machines, queues and the rest of Lambda are untouched. Replaced are what runs a function (a
process instead of a container), what evaluates JSONata (a library instead of one in Java), and how long waits last.
Standard input is the leash: when it closes, all ends.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from jsonata import Jsonata
from jsonata.utils import Utils
from localstack.runtime.main import main as serve
from localstack.services.lambda_.invocation import plugins
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.runtime_executor import RuntimeExecutor
from localstack.services.stepfunctions.asl.component.common.retry import retrier_decl
from localstack.services.stepfunctions.asl.component.state.state_wait.wait_function.wait_function import WaitFunction
from localstack.services.stepfunctions.asl.jsonata import jsonata

RUNTIME = Path(__file__).with_name("runtime.py")


class Process(RuntimeExecutor):  # type: ignore[misc] # LocalStack comes without types
    """Runs each event of a function in a process of its own."""

    _environment: dict[str, str]

    def start(self, env_vars: dict[str, Any]) -> None:
        """Keeps what the function is to know."""
        folder = str(self.function_version.config.code.get_unzipped_code_location())
        told = {name: str(value) for name, value in env_vars.items()}
        self._environment = {**told, "PATH": os.environ["PATH"], "PYTHONPATH": folder}

    def invoke(self, payload: dict[str, str]) -> InvocationResult:
        """Answers as Lambda does: also for a process that ends without a word, or takes too long."""
        try:
            done = subprocess.run(
                [sys.executable, str(RUNTIME)],
                input=payload["payload"],
                env=self._environment,
                capture_output=True,
                text=True,
                timeout=self.function_version.config.timeout,
                check=False,
            )
        except subprocess.TimeoutExpired:
            told, failed = json.dumps({"errorType": "Sandbox.Timedout", "errorMessage": "timed out"}), True
        else:
            told, failed = done.stdout, done.returncode != 0
            if failed and not told:
                told = json.dumps({"errorType": "Runtime.ExitError", "errorMessage": f"status {done.returncode}"})
        return InvocationResult(payload["invoke-id"], told.encode(), is_error=failed, logs=None)

    def stop(self) -> None:
        """Nothing lasts."""

    def get_address(self) -> str:
        """Nobody calls it."""
        return "127.0.0.1"

    def get_endpoint_from_executor(self) -> str:
        """Where the function finds LocalStack."""
        return "127.0.0.1"

    def get_runtime_endpoint(self) -> str:
        """Nobody is called back."""
        return ""

    def get_logs(self) -> str:
        """It keeps none."""
        return ""

    @classmethod
    def prepare_version(cls, function_version: Any) -> None:
        """Unpacks its code."""
        function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version: Any) -> None:
        """Removes it."""
        function_version.config.code.destroy_cached()


def evaluated(expression: str) -> Any:
    """JSONata, by a library."""
    try:
        return plain(Jsonata.jsonata(expression).evaluate(None))
    except Exception as failure:
        raise jsonata.JSONataException("UNKNOWN", str(failure)) from failure


def plain(value: Any) -> Any:
    """What JSON knows: its own null, whole numbers without a fraction."""
    if value is None or value is Utils.NULL_VALUE:
        return None
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, list):
        return [plain(one) for one in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def shorten_waits(scale: float) -> None:
    """Makes Wait states and pauses between retries last that share of their time."""
    pause: Callable[[float], None] = lambda seconds: time.sleep(seconds * scale)  # noqa: E731 - two waits, one pause
    WaitFunction._wait_interval = lambda _self, env, wait_seconds: env.program_state_event.wait(wait_seconds * scale)
    retrier_decl.time = Mock(sleep=pause)


def follow_leash() -> None:
    """Ends with whoever holds standard input."""
    while sys.stdin.buffer.read(1):
        pass
    os._exit(0)


def main() -> None:
    """Serves until the leash is let go."""
    plugins.DockerRuntimeExecutorPlugin.load = lambda *_: Process
    jsonata._eval_jsonata = evaluated
    shorten_waits(float(sys.argv[1]))
    threading.Thread(target=follow_leash, daemon=True).start()
    serve()


if __name__ == "__main__":
    main()
