"""Starting an execution, and how long its waits last."""

import contextvars
import json
import threading
import time
from typing import Any

from ministack.services import stepfunctions

from local.aws.patches.expectations import expect_parameters, expect_source

LOOK_SECONDS = 0.1
GIVE_UP_SECONDS = 0.5


def repeat_starts() -> None:
    """Starting a running execution again, with the same name and input, answers with that execution."""
    expect_parameters(stepfunctions._start_execution, "data")
    expect_source(stepfunctions._start_execution, ":execution:{sm['name']}:{name}", "if exec_arn in _executions:")
    expect_source(stepfunctions._invoke_nested_start_execution, "= _start_execution(request)")
    start = stepfunctions._start_execution
    # Two starts of one name may come from two threads; only one of them may find the name unused.
    one_at_a_time = threading.Lock()

    def start_execution(data: dict[str, Any]) -> Any:
        with one_at_a_time:
            running = _running(data)
            if running is None:
                return start(data)
            answer = {"executionArn": running["executionArn"], "startDate": running["startDate"]}
            return stepfunctions.json_response(answer)

    stepfunctions._start_execution = start_execution


def _running(data: dict[str, Any]) -> dict[str, Any] | None:
    """The running execution that this start would repeat."""
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


def wait_for_answers() -> None:
    """A task waits for an answer at the pace of all other waits."""
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
            threading.Thread(target=context.run, args=(_give_up, *arguments), daemon=True).start()
        unlimited = {key: value for key, value in state_def.items() if key != "TimeoutSeconds"}
        return invoke(resource, input_data, token, unlimited)

    stepfunctions._invoke_with_callback = invoke_with_callback


def _give_up(token: str, seconds: float) -> None:
    """An answer that has come until then has ended the wait, and its token."""
    left = float(seconds)
    while left > 0:
        began = time.monotonic()
        time.sleep(GIVE_UP_SECONDS)
        left -= (time.monotonic() - began) / (stepfunctions._SFN_WAIT_SCALE or 1.0)
        if token not in stepfunctions._task_tokens:
            return
    if waiting := stepfunctions._task_tokens.get(token):
        waiting["error"] = {"Error": "States.Timeout", "Cause": "Task timed out waiting for callback"}
        waiting["event"].set()


def follow_scale() -> None:
    """A wait that has begun goes on at the new pace when the scale of waits is changed."""
    expect_parameters(stepfunctions._scaled_sleep, "seconds")
    expect_source(stepfunctions._scaled_sleep, "scaled = seconds * _SFN_WAIT_SCALE", "time.sleep(scaled)")

    def sleep(seconds: float) -> None:
        left = float(seconds)
        while left > 0 and (scale := stepfunctions._SFN_WAIT_SCALE) > 0:
            began = time.monotonic()
            time.sleep(min(left * scale, LOOK_SECONDS))
            left -= (time.monotonic() - began) / scale

    stepfunctions._scaled_sleep = sleep
