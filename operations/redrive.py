"""Sends what was set aside back where it came from: make redrive ENV=dev."""

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from operations.account import OperationRefused, TargetAccount, pages_of, run, say

DEAD_LETTERS = "DeadLetters"
WAITING = "ApproximateNumberOfMessages"
MOVING = frozenset({"RUNNING", "CANCELLING"})
LOOK_AGAIN_SECONDS = 2.0


def redrive(account: TargetAccount, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Every queue of dead letters of the target; handled twice, a message changes nothing."""
    queues = account.client("sqs")
    left = []
    for name, url in dead_letters(account):
        waiting = int(_attribute(queues, url, WAITING))
        if not waiting:
            say(f"{name}: nothing is set aside")
            continue
        moved = _move(queues, url, sleep)
        say(f"{name}: {moved.get('ApproximateNumberOfMessagesMoved', 0)} of {waiting} messages went back")
        if moved["Status"] != "COMPLETED":
            left.append(f"{name} ({moved['Status']}: {moved.get('FailureReason', 'SQS gives no reason')})")
    if left:
        raise OperationRefused(f"not all went back: {', '.join(left)}")
    return 0


def dead_letters(account: TargetAccount) -> Iterator[tuple[str, str]]:
    """The queues that a stack names so."""
    for stack in account.stacks():
        for name, url in stack.outputs.items():
            if name.endswith(DEAD_LETTERS):
                yield f"{stack.name} {name}", url


def _move(queues: Any, url: str, sleep: Callable[[float], None]) -> dict[str, Any]:
    """The task that moves them, when it has ended."""
    source = _attribute(queues, url, "QueueArn")
    # named: of a letter that a function of ours put there itself SQS does not know where it came from
    [destination] = pages_of(queues, "list_dead_letter_source_queues", "queueUrls", QueueUrl=url)
    queues.start_message_move_task(SourceArn=source, DestinationArn=_attribute(queues, destination, "QueueArn"))
    while True:
        [task] = queues.list_message_move_tasks(SourceArn=source, MaxResults=1)["Results"]
        if task["Status"] not in MOVING:
            return dict(task)
        sleep(LOOK_AGAIN_SECONDS)


def _attribute(queues: Any, url: str, name: str) -> str:
    return str(queues.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name])


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make redrive", description="Sends back what was set aside.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    return redrive(TargetAccount.of(parser.parse_args(arguments).target))


if __name__ == "__main__":
    run(main)
