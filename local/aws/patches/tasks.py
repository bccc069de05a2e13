"""Container tasks: the command of each container is a process of this machine."""

import contextvars
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ministack.services import ecs, stepfunctions

from local.aws.patches.expectations import EmulatorChanged, expect_parameters, expect_source
from local.process import run_with_parent

REFUSED = 400
STEP_SECONDS = 0.1
GRACE_SECONDS = 6.0
RUN_TASK = "arn:aws:states:::ecs:runTask"

deadline: contextvars.ContextVar[float] = contextvars.ContextVar("deadline", default=float("inf"))


def run_commands(environment: Mapping[str, str], logs: Path) -> None:
    """Run the commands of a task's containers until an essential one ends, and store their exit codes."""
    expect_parameters(ecs._run_task, "data")
    expect_parameters(ecs._mark_task_stopped, "task_arn", "task", "reason", "stop_code", "exit_code")
    if ecs._ACTION_MAP.get("RunTask") is not ecs._run_task:
        raise EmulatorChanged("ecs._ACTION_MAP no longer leads to ecs._run_task")
    start = ecs._run_task

    def run_task(data: dict[str, Any]) -> Any:
        answer = start(data)
        status, _, body = answer
        for started in json.loads(body)["tasks"] if status < REFUSED else []:
            definition = ecs._task_defs[ecs._resolve_td_key(data["taskDefinition"])]
            task = Task(ecs._tasks[started["taskArn"]], definition, data, environment, logs)
            threading.Thread(target=contextvars.copy_context().run, args=(task.run,), daemon=True).start()
        return answer

    ecs._run_task = ecs._ACTION_MAP["RunTask"] = run_task


class Task:
    """Running task with a process for each container."""

    def __init__(
        self,
        record: dict[str, Any],
        definition: dict[str, Any],
        request: dict[str, Any],
        environment: Mapping[str, str],
        logs: Path,
    ) -> None:
        self._record = record
        self._arn: str = record["taskArn"]
        self._definitions: list[dict[str, Any]] = definition["containerDefinitions"]
        overrides = (request.get("overrides") or {}).get("containerOverrides") or []
        self._overrides: dict[str, dict[str, Any]] = {override["name"]: override for override in overrides}
        self._environment = environment
        self._logs = logs
        self._processes: list[subprocess.Popen[bytes]] = []
        self._offsets: dict[str, int] = {}

    def run(self) -> None:
        """Run all containers until an essential one ends or the task is stopped."""
        try:
            for definition in self._definitions:
                self._processes.append(self._start(definition))
            while ecs._task_is_active(self._arn, self._record) and not self._essential_ended():
                time.sleep(STEP_SECONDS)
                self._copy_logs()
        except (OSError, ecs._SecretResolutionError) as refusal:
            ecs._fail_task_start(self._record, None, f"ResourceInitializationError: {refusal}")
        finally:
            self._stop()

    def _stop(self) -> None:
        for process, container in zip(self._processes, self._record["containers"], strict=False):
            container["exitCode"] = _end(process)
        self._copy_logs()
        reason = "Essential container in task exited"
        ecs._mark_task_stopped(self._arn, self._record, reason, "EssentialContainerExited")

    def _start(self, definition: dict[str, Any]) -> subprocess.Popen[bytes]:
        override = self._overrides.get(definition["name"], {})
        command = [*definition.get("entryPoint", []), *(override.get("command") or definition.get("command") or [])]
        if not command:
            raise FileNotFoundError(f"container {definition['name']} has no command, and images are not run here")
        pairs = definition.get("environment", []) + override.get("environment", [])
        variables = {pair["name"]: str(pair["value"]) for pair in pairs}
        self._logs.mkdir(parents=True, exist_ok=True)
        with self._log(definition).open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-E", "-S", run_with_parent.__file__, *command],
                env={**self._environment, **ecs._resolve_container_secrets(definition), **variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def _log(self, definition: dict[str, Any]) -> Path:
        return self._logs / f"{definition['name']}-{self._arn.rpartition('/')[2]}.log"

    def _essential_ended(self) -> bool:
        both = zip(self._processes, self._definitions, strict=True)
        return any(process.poll() is not None for process, definition in both if definition.get("essential", True))

    def _copy_logs(self) -> None:
        """Copy new log lines of the containers to their log groups."""
        for definition in self._definitions[: len(self._processes)]:
            stream = ecs._awslogs_config(definition, self._arn.rpartition("/")[2], definition["name"])
            if stream and ecs._ensure_awslogs_stream(stream):
                for line in self._new_lines(definition):
                    ecs._emit_awslogs_event(stream, line)

    def _new_lines(self, definition: dict[str, Any]) -> list[str]:
        """Return the lines that are complete."""
        with self._log(definition).open("rb") as log:
            log.seek(self._offsets.get(definition["name"], 0))
            content = log.read()
        lines = content[: content.rfind(b"\n") + 1]
        self._offsets[definition["name"]] = self._offsets.get(definition["name"], 0) + len(lines)
        return lines.decode(errors="replace").splitlines()


def _end(process: subprocess.Popen[bytes]) -> int:
    """End a process where it still runs, and return its exit code."""
    if process.poll() is None:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE_SECONDS)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # a container ends with all its processes
    return process.wait()


def wait_for_tasks() -> None:
    """Let `ecs:runTask.sync` wait for the task, fail with it, and stop it at the time limit."""
    expect_parameters(stepfunctions._invoke_ecs_run_task, "resource", "input_data")
    expect_parameters(stepfunctions._invoke_resource_with_timeout, "resource", "input_data", "timeout")
    expect_source(stepfunctions._invoke_resource_with_timeout, "contextvars.copy_context().run, _invoke_resource")
    if stepfunctions._SERVICE_DISPATCH.get(RUN_TASK) is not stepfunctions._invoke_ecs_run_task:
        raise EmulatorChanged("stepfunctions._SERVICE_DISPATCH no longer leads to _invoke_ecs_run_task")
    start, limited = stepfunctions._invoke_ecs_run_task, stepfunctions._invoke_resource_with_timeout

    def run_task(resource: str, input_data: dict[str, Any]) -> Any:
        if not resource.endswith(".sync"):
            return start(resource, input_data)
        answer = start(resource.removesuffix(".sync"), input_data)
        (task,) = answer["tasks"]
        return _outcome(_stopped(task["taskArn"]))

    def with_deadline(resource: str, input_data: dict[str, Any], timeout: float) -> Any:
        before = deadline.set(time.monotonic() + timeout)
        try:
            return limited(resource, input_data, timeout)
        finally:
            deadline.reset(before)

    stepfunctions._SERVICE_DISPATCH[RUN_TASK] = stepfunctions._invoke_ecs_run_task = run_task
    stepfunctions._invoke_resource_with_timeout = with_deadline


def _stopped(arn: str) -> dict[str, Any]:
    task: dict[str, Any] = ecs._tasks[arn]
    while task["lastStatus"] != "STOPPED":
        if time.monotonic() > deadline.get():
            ecs._mark_task_stopped(arn, task, "Task timed out", "UserInitiated")
        time.sleep(STEP_SECONDS)
    return task


def _outcome(task: dict[str, Any]) -> Any:
    fields = _pascal(ecs._sanitize(task))
    if any(container.get("exitCode") != 0 for container in task["containers"]):
        raise stepfunctions._ExecutionError("States.TaskFailed", json.dumps(fields))
    return fields


def _pascal(value: Any) -> Any:
    """Rename fields of ECS as Step Functions does."""
    if isinstance(value, list):
        return [_pascal(item) for item in value]
    if isinstance(value, dict):
        return {key[:1].upper() + key[1:]: _pascal(item) for key, item in value.items()}
    return value
