"""Redrive of all dead letters to their source queues: make redrive ENV=dev."""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from operations.account import OperationRefused, TargetAccount, pages_of, run, say, target_parser

DEAD_LETTERS = "DeadLetters"
VISIBLE_MESSAGES = "ApproximateNumberOfMessages"
MOVING = frozenset({"RUNNING", "CANCELLING"})
POLL_SECONDS = 2.0


def redrive(account: TargetAccount, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Redrive each dead-letter queue; consumers are idempotent."""
    account.require_deployment()
    queues = account.client("sqs")
    failures = []
    for name, url in dead_letters(account):
        messages = int(_attribute(queues, url, VISIBLE_MESSAGES))
        if not messages:
            say(f"{name}: empty")
            continue
        task = _move(queues, url, sleep)
        say(f"{name}: {task.get('ApproximateNumberOfMessagesMoved', 0)} of {messages} messages redriven")
        if task["Status"] != "COMPLETED":
            failures.append(f"{name} ({task['Status']}: {task.get('FailureReason', 'no reason given')})")
    if failures:
        raise OperationRefused(f"not all messages were redriven: {', '.join(failures)}. Run the command again.")
    return 0


def dead_letters(account: TargetAccount) -> Iterator[tuple[str, str]]:
    """Yield the dead-letter queues, which the stacks list in their outputs."""
    for stack in account.stacks():
        for name, url in stack.outputs.items():
            if name.endswith(DEAD_LETTERS):
                yield f"{stack.name} {name}", url


def _move(queues: Any, url: str, sleep: Callable[[float], None]) -> dict[str, Any]:
    """Move all messages and return the finished task."""
    source = _attribute(queues, url, "QueueArn")
    # explicit, because SQS does not know the source of a message that our function dead-lettered itself
    [destination] = pages_of(queues, "list_dead_letter_source_queues", "queueUrls", QueueUrl=url)
    queues.start_message_move_task(SourceArn=source, DestinationArn=_attribute(queues, destination, "QueueArn"))
    while True:
        [task] = queues.list_message_move_tasks(SourceArn=source, MaxResults=1)["Results"]
        if task["Status"] not in MOVING:
            return dict(task)
        sleep(POLL_SECONDS)


def _attribute(queues: Any, url: str, name: str) -> str:
    return str(queues.get_queue_attributes(QueueUrl=url, AttributeNames=[name])["Attributes"][name])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = target_parser("make redrive", "Redrive all dead letters.")
    return redrive(TargetAccount.of(parser.parse_args(arguments).target))


if __name__ == "__main__":
    run(main)
