"""Status names of Step Functions executions."""

from typing import Literal

ExecutionStatus = Literal["RUNNING", "SUCCEEDED", "FAILED", "TIMED_OUT", "ABORTED", "PENDING_REDRIVE"]
RUNNING = frozenset({"RUNNING", "PENDING_REDRIVE"})
FAILED = frozenset({"FAILED", "TIMED_OUT", "ABORTED"})
