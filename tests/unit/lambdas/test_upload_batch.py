"""Lambda function of uploads: partial failures and dead-lettered messages (U1, U3)."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import boto3
import pytest
from moto import mock_aws

from footy.core.aws.sqs import DeadLetterQueue, FifoMessage
from footy.core.errors import UpstreamUnavailable, WriteConflict
from footy.goals.model.clips import UploadSignal
from lambdas.upload_batch import handler
from tests.support.containers import container_of

ONE, TWO = "7_40_9_Goal_1", "7_40_9_Goal_2"
LAST_TRY = 5
HALF = json.dumps({"event_id": ONE, "download_id": f"download1-{ONE}"})
LETTER = FifoMessage("{}", ONE, "any")


class Context:
    """As much of Lambda's context as the batch looks at."""

    function_name = "upload_batch"

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


def message(n: int, group: str = ONE, body: str | None = None, tries: int = 1) -> dict[str, Any]:
    signal = {"event_id": group, "download_id": f"download{n}-{group}", "verdicts": [], "posts": [], "last": True}
    return {
        "messageId": f"{n} of {group}",
        "body": json.dumps(signal) if body is None else body,
        "attributes": {
            "MessageGroupId": group,
            "MessageDeduplicationId": f"download{n}-{group}",
            "ApproximateReceiveCount": str(tries),
        },
        "eventSource": "aws:sqs",
    }


@dataclass
class Queue:
    """What the function did with its messages."""

    sqs: Any
    url: str
    stuck: set[int] = field(default_factory=set)
    uploaded: list[str] = field(default_factory=list)

    def upload(self, signal: UploadSignal, _world: object) -> None:
        number = int(signal["download_id"].partition("-")[0].removeprefix("download"))
        if number in self.stuck:
            raise WriteConflict("another batch came between")
        self.uploaded.append(f"{number} of {signal['event_id']}")

    def again(self, *messages: dict[str, Any]) -> list[object]:
        """The messages that come back."""
        answer = handler.handle({"Records": list(messages)}, Context())
        return [failure["itemIdentifier"] for failure in answer["batchItemFailures"]]

    def set_aside(self) -> list[dict[str, Any]]:
        """Return the dead-lettered messages."""
        answer = self.sqs.receive_message(
            QueueUrl=self.url, MaxNumberOfMessages=10, AttributeNames=["All"], MessageAttributeNames=["All"]
        )
        return list(answer.get("Messages", []))


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    with mock_aws():
        sqs = boto3.client("sqs", region_name="us-east-1")
        url = sqs.create_queue(QueueName="dead.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
        known = Queue(sqs, url)
        monkeypatch.setattr("footy.goals.steps.upload_batch._upload", known.upload)
        monkeypatch.setattr(handler, "container", container_of(dead_letters=DeadLetterQueue(sqs, url)))
        yield known


def test_uploaded_messages_do_not_come_back(queue: Queue) -> None:
    assert queue.again(message(1), message(1, TWO)) == []
    assert queue.uploaded == [f"1 of {ONE}", f"1 of {TWO}"]


def test_a_failure_holds_back_only_its_own_group(queue: Queue) -> None:
    queue.stuck = {2}
    assert queue.again(message(1), message(2), message(1, TWO), message(3)) == [f"2 of {ONE}", f"3 of {ONE}"]
    assert queue.uploaded == [f"1 of {ONE}", f"1 of {TWO}"]
    assert queue.set_aside() == []


def test_the_last_receive_dead_letters_one_message(queue: Queue) -> None:
    queue.stuck = {2}
    tried = [message(n, tries=LAST_TRY) for n in (2, 3, 4)]
    assert queue.again(*tried) == []
    assert queue.uploaded == [f"3 of {ONE}", f"4 of {ONE}"]
    (letter,) = queue.set_aside()
    assert letter["Body"] == message(2)["body"]
    assert letter["Attributes"]["MessageGroupId"] == ONE
    assert letter["Attributes"]["MessageDeduplicationId"] == f"download2-{ONE}"
    assert letter["MessageAttributes"]["reason"]["StringValue"] == "WriteConflict: another batch came between"


@pytest.mark.parametrize("body", ["not json", "", "{}", HALF])
def test_malformed_messages_are_dead_lettered_at_once(queue: Queue, body: str) -> None:
    assert queue.again(message(1, body=body), message(2), message(1, TWO)) == []
    assert queue.uploaded == [f"2 of {ONE}", f"1 of {TWO}"]
    assert len(queue.set_aside()) == 1


def test_a_signal_in_a_foreign_group_is_dead_lettered(queue: Queue) -> None:
    assert queue.again(message(1, TWO, body=message(1, ONE)["body"])) == []
    assert queue.uploaded == []
    assert len(queue.set_aside()) == 1


def test_an_unreachable_dlq_leaves_the_message_queued(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = DeadLetterQueue(queue.sqs, f"{queue.url}-not")
    monkeypatch.setattr(handler, "container", container_of(dead_letters=nowhere))
    queue.stuck = {1}
    with pytest.raises(UpstreamUnavailable):
        nowhere.add(LETTER, "any")
    assert queue.again(message(1, tries=LAST_TRY), message(2, TWO)) == [f"1 of {ONE}"]
    assert queue.uploaded == [f"2 of {TWO}"]


def test_a_message_is_set_aside_once_however_often_it_is_tried(queue: Queue) -> None:
    queue.stuck = {1}
    for _ in range(2):
        queue.again(message(1, tries=LAST_TRY))
    assert len(queue.set_aside()) == 1
