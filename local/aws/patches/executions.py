"""Start of executions, and the duration of their waits."""

import contextvars
import json
import threading
import time
from typing import Any

from ministack.services import stepfunctions

from local.aws.patches.expectations import expect_parameters, expect_source

POLL_SECONDS = 0.1
CALLBACK_POLL_SECONDS = 0.5


def repeat_starts() -> None:
    """Return the running execution for a start with the same name and input."""
    expect_parameters(stepfunctions._start_execution, "data")
    expect_source(stepfunctions._start_execution, ":execution:{sm['name']}:{name}", "if exec_arn in _executions:")
    expect_source(stepfunctions._invoke_nested_start_execution, "= _start_execution(request)")
    start = stepfunctions._start_execution
    # two threads may start the same name: only one of them may see the name unused
    start_lock = threading.Lock()

    def start_execution(data: dict[str, Any]) -> Any:
        with start_lock:
            running = _running(data)
            if running is None:
                return start(data)
            answer = {"executionArn": running["executionArn"], "startDate": running["startDate"]}
            return stepfunctions.json_response(answer)

    stepfunctions._start_execution = start_execution


def _running(data: dict[str, Any]) -> dict[str, Any] | None:
    """Return the running execution that this start would repeat."""
    arn = stepfunctions._resolve_state_machine_arn(data.get("stateMachineArn", ""))
    machine = stepfunctions._state_machines.get(arn) if arn else None
    if machine is None or not data.get("name") or machine.get("type") == "EXPRESS":
        return None
    region, account = stepfunctions.get_region(), stepfunctions.get_account_id()
    execution: dict[str, Any] | None = stepfunctions._executions.get(
        f"arn:aws:states:{region}:{account}:execution:{machine['name']}:{data['name']}"
    )
    if execution is None or execution["status"] != "RUNNING":
        return None
    return execution if json.loads(execution["input"]) == json.loads(data.get("input") or "{}") else None


def scale_callback_timeouts() -> None:
    """Scale the time limit of a task that waits for a callback, as all other waits."""
    expect_parameters(stepfunctions._invoke_with_callback, "resource", "input_data", "token", "state_def")
    expect_source(
        stepfunctions._invoke_with_callback,
        'timeout = state_def.get("TimeoutSeconds", 99999)',
        "info = _task_tokens.pop(token, {})",
        'if info.get("error"):',
    )
    invoke = stepfunctions._invoke_with_callback

    def invoke_with_callback(resource: str, input_data: Any, token: str, state_def: dict[str, Any]) -> Any:
        if "TimeoutSeconds" in state_def:
            arguments = (token, state_def["TimeoutSeconds"])
            context = contextvars.copy_context()
            threading.Thread(target=context.run, args=(_time_out, *arguments), daemon=True).start()
        unlimited = {key: value for key, value in state_def.items() if key != "TimeoutSeconds"}
        return invoke(resource, input_data, token, unlimited)

    stepfunctions._invoke_with_callback = invoke_with_callback


def _time_out(token: str, seconds: float) -> None:
    """End the wait for a callback when its time is over; an answer has removed its token."""
    remaining = float(seconds)
    while remaining > 0:
        began = time.monotonic()
        time.sleep(CALLBACK_POLL_SECONDS)
        remaining -= (time.monotonic() - began) / (stepfunctions._SFN_WAIT_SCALE or 1.0)
        if token not in stepfunctions._task_tokens:
            return
    if callback := stepfunctions._task_tokens.get(token):
        callback["error"] = {"Error": "States.Timeout", "Cause": "Task timed out waiting for callback"}
        callback["event"].set()


def follow_scale() -> None:
    """Apply a new scale also to waits that have begun."""
    expect_parameters(stepfunctions._scaled_sleep, "seconds")
    expect_source(stepfunctions._scaled_sleep, "scaled = seconds * _SFN_WAIT_SCALE", "time.sleep(scaled)")

    def sleep(seconds: float) -> None:
        remaining = float(seconds)
        while remaining > 0 and (scale := stepfunctions._SFN_WAIT_SCALE) > 0:
            began = time.monotonic()
            time.sleep(min(remaining * scale, POLL_SECONDS))
            remaining -= (time.monotonic() - began) / scale

    stepfunctions._scaled_sleep = sleep
