"""Errors of functions, and the end of their processes."""

from typing import Any

from ministack.core import lambda_runtime
from ministack.services import lambda_svc, stepfunctions

from local.aws.patches.expectations import expect_parameters, expect_source

HANDLER_FAILED = '{"status": "error", "error": str(e), "trace": traceback.format_exc()}'
HANDLER_RAISED = '{"status": "ok", "raised": type(e).__name__, "error": str(e), "trace": traceback.format_exc()}'
DEAD_AT_START = "Worker process exited immediately"
# the emulator's name for the end of a process
ENDED = "Runtime.HandlerError"
FOLLOW_PARENT = """
import os, threading, time

def _follow_parent(parent):
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)

threading.Thread(target=_follow_parent, args=(os.getppid(),), daemon=True).start()
"""


class Raised(str):
    """Message of an exception, with the exception's class and trace."""

    __slots__ = ("class_name", "trace")
    class_name: str
    trace: str


def name_failures() -> None:
    """Report errors as AWS does: the class of an exception, or an exit of the process, which includes out of memory."""
    script: str = lambda_runtime._PYTHON_WORKER_SCRIPT
    expect_source(script, HANDLER_FAILED)
    expect_source(lambda_svc._execute_function_warm, '"errorMessage": error_msg,', f'error_type = "{ENDED}"')
    expect_source(lambda_runtime.Worker.invoke, '"Worker process died"', '"Worker returned no response"')
    expect_source(lambda_runtime.Worker._spawn, DEAD_AT_START)
    expect_parameters(lambda_svc._execute_function_warm, "func", "event", "request_id")
    invoke = lambda_runtime.Worker.invoke
    execute = lambda_svc._execute_function_warm

    def invoke_worker(worker: Any, *arguments: Any, **options: Any) -> dict[str, Any]:
        try:
            answer: dict[str, Any] = invoke(worker, *arguments, **options)
        except (RuntimeError, BrokenPipeError) as failure:
            if isinstance(failure, RuntimeError) and not str(failure).startswith(DEAD_AT_START):
                raise
            return {"status": "error", "error": "Worker process died", "cold_start": True, "log": ""}
        if "raised" in answer:
            message = Raised(answer["error"])
            message.class_name, message.trace = answer["raised"], answer["trace"]
            answer |= {"status": "error", "error": message}
        return answer

    def execute_function(func: dict[str, Any], event: Any, request_id: str) -> dict[str, Any]:
        result: dict[str, Any] = execute(func, event, request_id)
        if result.get("error") and isinstance(body := result.get("body"), dict):
            result["body"] = body | _named(body, request_id)
        return result

    lambda_runtime._PYTHON_WORKER_SCRIPT = script.replace(HANDLER_FAILED, HANDLER_RAISED)
    lambda_runtime.Worker.invoke = invoke_worker
    lambda_svc._execute_function_warm = execute_function


def _named(body: dict[str, Any], request_id: str) -> dict[str, Any]:
    message = body.get("errorMessage")
    if isinstance(message, Raised):
        raised = {"errorMessage": str(message), "errorType": message.class_name}
        return raised | {"requestId": request_id, "stackTrace": message.trace.splitlines()}
    if body.get("errorType") == ENDED:
        reason = f"RequestId: {request_id} Error: Runtime exited without providing a reason"
        return {"errorMessage": reason, "errorType": "Runtime.ExitError"}
    return {}


def end_with_emulator() -> None:
    """End busy functions with the emulator, as idle ones do."""
    expect_source(lambda_runtime._detect_runtime_binary, "return sys.executable, _PYTHON_WORKER_SCRIPT")
    lambda_runtime._PYTHON_WORKER_SCRIPT = FOLLOW_PARENT + lambda_runtime._PYTHON_WORKER_SCRIPT


def name_throttling() -> None:
    """Name the error of a throttled function as AWS does."""
    expect_parameters(stepfunctions._call_lambda, "func_ref", "event")
    expect_source(stepfunctions._call_lambda, 'body.get("errorType", "Lambda.Unknown")')
    call = stepfunctions._call_lambda

    def call_function(func_ref: Any, event: Any) -> Any:
        try:
            return call(func_ref, event)
        except stepfunctions._ExecutionError as failure:
            if failure.error == "Lambda.Unknown" and '"TooManyRequestsException"' in failure.cause:
                raise stepfunctions._ExecutionError("Lambda.TooManyRequestsException", failure.cause) from failure
            raise

    stepfunctions._call_lambda = call_function
