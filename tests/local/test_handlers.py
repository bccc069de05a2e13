import json

import pytest

from tests.local.cloud import Cloud, call

pytestmark = pytest.mark.xdist_group("embedded-aws")

RAISES = """
calls = 0
class RateLimited(Exception): pass
def handler(event, context):
    global calls
    calls += 1
    if event.get("raise"):
        raise RateLimited("come back later")
    return calls
"""


def test_exception_class_is_the_error_type(cloud: Cloud) -> None:
    answer, error = cloud.invoke(cloud.function(RAISES), {"raise": True})
    assert error == "Unhandled"
    assert (answer["errorType"], answer["errorMessage"]) == ("RateLimited", "come back later")
    assert "raise RateLimited" in "".join(answer["stackTrace"])


def test_machine_retries_and_catches_exception_classes(cloud: Cloud) -> None:
    retry = {"ErrorEquals": ["RateLimited"], "IntervalSeconds": 1, "MaxAttempts": 1}
    text = {"error": "{% $states.errorOutput.Error %}", "cause": "{% $parse($states.errorOutput.Cause) %}"}
    catch = {"ErrorEquals": ["RateLimited"], "Output": text, "Next": "Caught"}
    task = call(cloud.function(RAISES), {"raise": True}, Retry=[retry], Catch=[catch], Next="Caught")
    output = cloud.run({"Call": task, "Caught": {"Type": "Pass", "End": True}})["output"]
    assert output["error"] == "RateLimited"
    assert output["cause"]["errorMessage"] == "come back later"


def test_failed_function_stays_warm(cloud: Cloud) -> None:
    function = cloud.function(RAISES)
    cloud.invoke(function, {"raise": True})
    assert cloud.invoke(function, {}) == (2, None)


def test_throttled_task_has_the_error_of_aws(cloud: Cloud) -> None:
    function = cloud.function("import time\ndef handler(event, context): time.sleep(3)")
    cloud.client("lambda").put_function_concurrency(FunctionName=function, ReservedConcurrentExecutions=1)
    catch = {"ErrorEquals": ["States.ALL"], "Output": "{% $states.errorOutput.Error %}", "Next": "Caught"}
    calls = {"Call": call(function, {}, Output="done", Catch=[catch]), "Caught": {"Type": "Pass", "End": True}}
    three = {"Type": "Map", "Items": [1, 2, 3], "ItemProcessor": {"StartAt": "Call", "States": calls}, "End": True}
    refused = "Lambda.TooManyRequestsException"
    assert sorted(cloud.run({"Three": three})["output"]) == [refused, refused, "done"]


@pytest.mark.parametrize("end", ["os._exit(1)", "os.kill(os.getpid(), 9)"], ids=["exit", "out of memory"])
def test_exited_function_has_the_error_of_aws(cloud: Cloud, end: str) -> None:
    function = cloud.function(f"import os\ndef handler(event, context):\n    if event: {end}\n    return 1")
    assert cloud.run({"Call": call(function, {"end": True})})["error"] == "Runtime.ExitError"
    assert cloud.invoke(function, {}) == (1, None), "the next call has a new process"


def test_function_that_exits_at_start_has_the_error_of_aws(cloud: Cloud) -> None:
    function = cloud.function("import os\nos._exit(1)")
    assert cloud.run({"Call": call(function, {})})["error"] == "Runtime.ExitError"


def test_timed_out_function_has_the_error_of_aws(cloud: Cloud) -> None:
    function = cloud.function("import time\ndef handler(event, context): time.sleep(20)", Timeout=1)
    assert cloud.run({"Call": call(function, {})})["error"] == "Sandbox.Timedout"


def test_failed_execution_has_a_cause(cloud: Cloud) -> None:
    outcome = cloud.run({"Call": call(cloud.function(RAISES), {"raise": True})})
    assert outcome["error"] == "RateLimited"
    assert json.loads(outcome["cause"])["errorType"] == "RateLimited"
