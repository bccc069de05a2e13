"""The few ways in which states try again: a Retry says in its Comment which of them it is.

On AWS a function that exits, or is killed for want of memory, fails as Runtime.ExitError, one that takes too long as
Sandbox.Timedout, and either as Lambda.Unknown where Lambda tells no type.
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

KINDS: dict[str, dict[str, Any]] = {
    # a function that is called again soon by another tick, attempt, goal or day
    "quick": {
        "ErrorEquals": FUNCTION_ERRORS,
        "IntervalSeconds": 1,
        "BackoffRate": 2,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 4,
        "JitterStrategy": "FULL",
    },
    # a function that nobody else would call
    "patient": {
        "ErrorEquals": FUNCTION_ERRORS,
        "IntervalSeconds": 2,
        "BackoffRate": 2,
        "MaxAttempts": 5,
        "MaxDelaySeconds": 30,
        "JitterStrategy": "FULL",
    },
    # a foreign service counts by the minute, and asked for patience
    "polite": {
        "ErrorEquals": ["RateLimited"],
        "IntervalSeconds": 61,
        "BackoffRate": 2,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 122,
        "JitterStrategy": "NONE",
    },
    # one of AWS's own calls, which somebody repeats or can do without; not one that took all of its time
    "call": {
        "ErrorEquals": ["States.TaskFailed"],
        "IntervalSeconds": 2,
        "BackoffRate": 3,
        "MaxAttempts": 2,
        "MaxDelaySeconds": 6,
        "JitterStrategy": "FULL",
    },
    # a start whose name is taken: the state's Catch knows what that means, however often one asks
    "never": {
        "ErrorEquals": ["ExecutionAlreadyExists", "StepFunctions.ExecutionAlreadyExistsException"],
        "MaxAttempts": 0,
    },
    # the last word of a download, for which its goal waits
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
    """How long a state may last that takes so many seconds in each of its tries."""
    retry = KINDS[kind]
    pauses = (retry["IntervalSeconds"] * retry["BackoffRate"] ** n for n in range(retry["MaxAttempts"]))
    waited = sum(min(pause, retry["MaxDelaySeconds"]) for pause in pauses)
    return float(seconds * (1 + retry["MaxAttempts"]) + waited)
