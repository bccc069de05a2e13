"""Manual ingest: make ingest ENV=dev [DATE=2022-12-18 | IDS=979139,979140]."""

import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from operations.account import OperationRefused, TargetAccount, run, say, target_parser

POLL_SECONDS = 3.0
ENTERED = "TaskStateEntered"


def ingest(account: TargetAccount, request: dict[str, Any], *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Start the ingest and print the states that it enters, until it ends."""
    machine = account.output("IngestMachine")
    states = account.client("stepfunctions")
    arn = states.start_execution(stateMachineArn=machine, input=json.dumps(request))["executionArn"]
    printed = 0
    while True:
        events = states.get_execution_history(executionArn=arn, maxResults=1000)["events"]
        names = [event["stateEnteredEventDetails"]["name"] for event in events if event["type"] == ENTERED]
        for name in names[printed:]:
            say(name)
        printed = len(names)
        execution = states.describe_execution(executionArn=arn)
        if execution["status"] != "RUNNING":
            break
        sleep(POLL_SECONDS)
    if execution["status"] != "SUCCEEDED":
        reason = f"{execution.get('error', '')} {execution.get('cause', '')}".strip() or "no reason given"
        raise OperationRefused(f"the ingest ended as {execution['status']}: {reason}. See {arn}.")
    say("the ingest succeeded")
    return 0


def request_of(date: str, ids: str) -> dict[str, Any]:
    """Return the input of the ingest: a day, fixtures, or the coming days."""
    if date and ids:
        raise OperationRefused("DATE and IDS exclude each other. Set one of them.")
    try:
        return {"date": date} if date else {"fixture_ids": [int(text) for text in ids.split(",")]} if ids else {}
    except ValueError as error:
        raise OperationRefused(f"IDS must be a comma-separated list of integers, got {ids}") from error


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make ingest", "Start an ingest and follow it.")
    parser.add_argument("--date", default="", help="one day, 2022-12-18")
    parser.add_argument("--ids", default="", help="ids of fixtures, separated by commas")
    options = parser.parse_args(arguments)
    return ingest(TargetAccount.of(options.target), request_of(options.date, options.ids))


if __name__ == "__main__":
    run(main)
