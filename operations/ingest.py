"""Starts an ingest and follows it: make ingest ENV=dev [DATE=2022-12-18 | IDS=979139,979140]."""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from typing import Any

from operations.account import OperationRefused, TargetAccount, run, say

LOOK_AGAIN_SECONDS = 3.0
ENTERED = "TaskStateEntered"


def ingest(account: TargetAccount, request: dict[str, Any], *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Until it has ended; the states it enters are told."""
    machine = account.output("IngestMachine")
    states = account.client("stepfunctions")
    execution = states.start_execution(stateMachineArn=machine, input=json.dumps(request))["executionArn"]
    told = 0
    while True:
        events = states.get_execution_history(executionArn=execution, maxResults=1000)["events"]
        entered = [one["stateEnteredEventDetails"]["name"] for one in events if one["type"] == ENTERED]
        for name in entered[told:]:
            say(name)
        told = len(entered)
        ended = states.describe_execution(executionArn=execution)
        if ended["status"] != "RUNNING":
            break
        sleep(LOOK_AGAIN_SECONDS)
    if ended["status"] != "SUCCEEDED":
        raise OperationRefused(
            f"the ingest ended as {ended['status']}: {ended.get('error', '')} {ended.get('cause', '')}"
        )
    say("the ingest is through")
    return 0


def request_of(date: str, ids: str) -> dict[str, Any]:
    """What the ingest takes: a day, fixtures, or nothing for the coming days."""
    if date and ids:
        raise OperationRefused("DATE or IDS, not both")
    try:
        return {"date": date} if date else {"fixture_ids": [int(one) for one in ids.split(",")]} if ids else {}
    except ValueError as odd:
        raise OperationRefused(f"IDS are numbers with commas between them, not {ids}") from odd


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make ingest", description="Starts an ingest and follows it.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    parser.add_argument("--date", default="", help="one day, 2022-12-18")
    parser.add_argument("--ids", default="", help="fixtures by their numbers, with commas")
    asked = parser.parse_args(arguments)
    return ingest(TargetAccount.of(asked.target), request_of(asked.date, asked.ids))


if __name__ == "__main__":
    run(main)
