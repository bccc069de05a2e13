"""Kinds of Retry in the state machines, named by its Comment.

On AWS a function that exits or runs out of memory fails with Runtime.ExitError, a timeout with Sandbox.Timedout, and
either with Lambda.Unknown when Lambda gives no type.
"""

from typing import Any

FUNCTION_ERRORS = [
    "Lambda.ServiceException",
    "Lambda.AWSLambdaException",
    "Lambda.SdkClientException",
    "Lambda.ClientExecutionTimeoutException",
    "Lambda.TooManyRequestsException",
    "Lambda.Unknown",
    "Runtime.ExitError",
    "Sandbox.Timedout",
    "States.Timeout",
    "UpstreamUnavailable",
    "PartialAnswer",
    "WriteConflict",
]
CROWDED = "Lambda.TooManyRequestsException"
ENDED_BY_A_FILE = {"Lambda.Unknown", "Runtime.ExitError", "Sandbox.Timedout", "States.Timeout"}

KINDS: dict[str, dict[str, Any]] = {
    # a function that another tick, attempt or day calls again soon
    "quick": {
        "ErrorEquals": FUNCTION_ERRORS,
        "IntervalSeconds": 1,
        "BackoffRate": 2,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 4,
        "JitterStrategy": "FULL",
    },
    # a function that nothing else calls
    "patient": {
        "ErrorEquals": FUNCTION_ERRORS,
        "IntervalSeconds": 2,
        "BackoffRate": 2,
        "MaxAttempts": 5,
        "MaxDelaySeconds": 30,
        "JitterStrategy": "FULL",
    },
    # a function that opens foreign files: not again after a file has ended it
    "foreign": {
        "ErrorEquals": [one for one in FUNCTION_ERRORS if one not in {*ENDED_BY_A_FILE, "WriteConflict", CROWDED}],
        "IntervalSeconds": 2,
        "BackoffRate": 2,
        "MaxAttempts": 5,
        "MaxDelaySeconds": 30,
        "JitterStrategy": "FULL",
    },
    # a function with reserved concurrency, for which executions queue
    "crowded": {
        "ErrorEquals": [CROWDED],
        "IntervalSeconds": 2,
        "BackoffRate": 2,
        "MaxAttempts": 30,
        "MaxDelaySeconds": 60,
        "JitterStrategy": "FULL",
    },
    # a service with a rate limit per minute
    "polite": {
        "ErrorEquals": ["RateLimited"],
        "IntervalSeconds": 61,
        "BackoffRate": 2,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 122,
        "JitterStrategy": "NONE",
    },
    # an AWS call that is repeated or optional, except after a timeout
    "call": {
        "ErrorEquals": ["States.TaskFailed"],
        "IntervalSeconds": 2,
        "BackoffRate": 3,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 6,
        "JitterStrategy": "FULL",
    },
    # a start whose name exists, which the Catch handles
    "never": {
        "ErrorEquals": ["ExecutionAlreadyExists", "StepFunctions.ExecutionAlreadyExistsException"],
        "MaxAttempts": 0,
    },
    # the end of a download, for which its goal waits
    "signal": {
        "ErrorEquals": ["States.TaskFailed", "States.Timeout"],
        "IntervalSeconds": 1,
        "BackoffRate": 2,
        "MaxAttempts": 8,
        "MaxDelaySeconds": 60,
        "JitterStrategy": "FULL",
    },
}


def longest(kind: str, seconds: int) -> float:
    """Return the duration of a state that needs all tries."""
    retry = KINDS[kind]
    pauses = (retry["IntervalSeconds"] * retry["BackoffRate"] ** n for n in range(retry["MaxAttempts"]))
    waited = sum(min(pause, retry["MaxDelaySeconds"]) for pause in pauses)
    return float(seconds * (1 + retry["MaxAttempts"]) + waited)
