"""Sends what was set aside back where it came from: make redrive ENV=dev."""

import argparse
from collections.abc import Iterator, Sequence

from operations.account import Account, run, say

DEAD_LETTERS = "DeadLetters"
WAITING = "ApproximateNumberOfMessages"


def redrive(account: Account) -> int:
    """Every queue of dead letters of the target; handled twice, a message changes nothing."""
    queues = account.client("sqs")
    for name, url in dead_letters(account):
        told = queues.get_queue_attributes(QueueUrl=url, AttributeNames=[WAITING, "QueueArn"])["Attributes"]
        if waiting := int(told[WAITING]):
            queues.start_message_move_task(SourceArn=told["QueueArn"])
            say(f"{name}: {waiting} messages go back; `make status ENV={account.target.name}` shows what is left")
        else:
            say(f"{name}: nothing is set aside")
    return 0


def dead_letters(account: Account) -> Iterator[tuple[str, str]]:
    """The queues that a stack names so."""
    for stack in account.stacks():
        for name, url in stack.outputs.items():
            if name.endswith(DEAD_LETTERS):
                yield f"{stack.name} {name}", url


def main(arguments: Sequence[str] | None = None) -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="make redrive", description="Sends back what was set aside.")
    parser.add_argument("--target", required=True, help="a block of cdk.json")
    return redrive(Account.of(parser.parse_args(arguments).target))


if __name__ == "__main__":
    run(main)
