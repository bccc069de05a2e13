"""Redrive of dead letters."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from operations.account import OperationRefused, TargetAccount
from operations.redrive import redrive
from tests.support.aws_accounts import account_of, stack

ARN = "arn:aws:sqs:eu-west-1:123456789012"


class Queues:
    """moto's, and the two calls it does not know: a task begins, is seen under way, and has ended."""

    def __init__(self, queues: Any, failure: str = "") -> None:
        self._queues, self._failure = queues, failure
        self.asked: list[dict[str, str]] = []
        self.seen = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._queues, name)

    def start_message_move_task(self, **request: str) -> None:
        self.asked.append(request)
        self.seen = 0

    def list_message_move_tasks(self, **request: Any) -> Any:
        assert request["SourceArn"] == self.asked[-1]["SourceArn"]
        self.seen += 1
        # SQS does not know the source of messages that a program sent
        failure = self._failure or ("" if "DestinationArn" in self.asked[-1] else "CouldNotDetermineMessageSource")
        if self.seen == 1:
            return {"Results": [{"Status": "RUNNING"}]}
        if failure:
            return {"Results": [{"Status": "FAILED", "FailureReason": failure}]}
        return {"Results": [{"Status": "COMPLETED", "ApproximateNumberOfMessagesMoved": 2}]}


@pytest.fixture
def dev() -> Iterator[TargetAccount]:
    """Two queues with dead letters of their own, as stacks name them."""
    with account_of("dev") as account:
        queues = account.client("sqs")
        urls = {}
        for name, source in (("DeadLetters", "Upload"), ("ValidationQueueDeadLetters", "Validation")):
            urls[name] = queues.create_queue(QueueName=name)["QueueUrl"]
            policy = json.dumps({"deadLetterTargetArn": f"{ARN}:{name}", "maxReceiveCount": 5})
            queues.create_queue(QueueName=source, Attributes={"RedrivePolicy": policy})
        stack(account, "downloads", urls)
        stack(account, "goals")
        for _ in range(2):
            queues.send_message(QueueUrl=urls["DeadLetters"], MessageBody="{}")
        yield account


def moving(account: TargetAccount, failure: str = "") -> tuple[TargetAccount, Queues]:
    queues = Queues(account.client("sqs"), failure)
    return TargetAccount(
        account.target, lambda service: queues if service == "sqs" else account.client(service)
    ), queues


def test_dead_letters_return_to_their_source_queue(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    account, queues = moving(dev)
    waits: list[float] = []
    assert redrive(account, sleep=waits.append) == 0
    assert queues.asked == [{"SourceArn": f"{ARN}:DeadLetters", "DestinationArn": f"{ARN}:Upload"}]
    assert len(waits) == 1, "it is followed to its end"
    assert capsys.readouterr().out.splitlines() == [
        "footy-dev-downloads DeadLetters: 2 of 2 messages redriven",
        "footy-dev-downloads ValidationQueueDeadLetters: empty",
    ]


def test_redrive_needs_a_deployed_target() -> None:
    with account_of("dev") as account:
        stack(account, "data")  # remains after make destroy
        with pytest.raises(OperationRefused, match=r"footy-dev is not deployed here\. Run make deploy ENV=dev"):
            redrive(account)


def test_a_failed_redrive_gives_the_reason(dev: TargetAccount, capsys: pytest.CaptureFixture[str]) -> None:
    account, _ = moving(dev, "AccessDenied")
    with pytest.raises(
        OperationRefused, match=r"not all messages were redriven: .* DeadLetters \(FAILED: AccessDenied\)"
    ):
        redrive(account, sleep=lambda _: None)
    assert "DeadLetters: 0 of 2 messages redriven" in capsys.readouterr().out
