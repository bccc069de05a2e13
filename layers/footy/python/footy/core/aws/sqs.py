"""The upload queue, and that of messages which nobody could handle: set aside with the reason, to be sent again."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

REASON_LENGTH = 1000
REDRIVEN_AT_ONCE = 100
COUNTS: tuple[Literal["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"], ...] = (
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
)


@dataclass(frozen=True, slots=True)
class FifoMessage:
    """A message as it came; in the same group and under the same id it is set aside only once."""

    body: str
    group: str
    deduplication_id: str


class UploadQueue:
    """The queue in which the clips of a goal are placed one batch after the other."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def backlog(self) -> int:
        """How many messages wait or are being worked on, as SQS counts: about."""
        return messages_in(self._sqs, self._url)

    def send(self, letter: FifoMessage) -> None:
        """Puts the message behind those of its goal."""
        with _reaching_sqs():
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=letter.body,
                MessageGroupId=letter.group,
                MessageDeduplicationId=letter.deduplication_id,
            )


# how often SQS has given a message to anybody
RECEIVES: Literal["ApproximateReceiveCount"] = "ApproximateReceiveCount"


@dataclass(frozen=True, slots=True)
class ReceivedJob:
    """A message in somebody's hands: hidden from others for a while, and how often it was in anybody's."""

    body: str
    receipt: str
    receives: int


class JobQueue:
    """A queue of work without an order, from which each message is taken by one worker at a time.

    `polls` has the patience that listening takes, which would keep whoever sends or hides waiting for too long.
    """

    def __init__(self, sqs: "SQSClient", url: str, polls: "SQSClient | None" = None) -> None:
        self._sqs = sqs
        self._polls = polls or sqs
        self._url = url

    def send(self, body: str) -> None:
        """Hands a piece of work on."""
        with _reaching_sqs():
            self._sqs.send_message(QueueUrl=self._url, MessageBody=body)

    def receive(self, *, wait: int, hidden: int) -> ReceivedJob | None:
        """Takes one, if there is one within so many seconds."""
        with _reaching_sqs():
            answer = self._polls.receive_message(
                QueueUrl=self._url,
                MaxNumberOfMessages=1,
                WaitTimeSeconds=wait,
                VisibilityTimeout=hidden,
                MessageSystemAttributeNames=[RECEIVES],
            )
        for message in answer.get("Messages", []):
            receives = int(message.get("Attributes", {}).get(RECEIVES, "1"))
            return ReceivedJob(message["Body"], message["ReceiptHandle"], receives)
        return None

    def hide(self, receipt: str, seconds: int) -> None:
        """Keeps it from others for so long from now on; 0 gives it back."""
        with _reaching_sqs():
            self._sqs.change_message_visibility(QueueUrl=self._url, ReceiptHandle=receipt, VisibilityTimeout=seconds)

    def remove(self, receipt: str) -> None:
        """It is done."""
        with _reaching_sqs():
            self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=receipt)


class DeadLetterQueue:
    """Where messages go at their last try, so that those behind them need not go with them."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def add(self, letter: FifoMessage, reason: str) -> None:
        """Keeps the message with the reason why."""
        with _reaching_sqs():
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=letter.body,
                MessageGroupId=letter.group,
                MessageDeduplicationId=letter.deduplication_id,
                MessageAttributes={"reason": {"DataType": "String", "StringValue": _plain(reason)}},
            )

    def count(self) -> int:
        """How many there are."""
        return messages_in(self._sqs, self._url)

    def redrive(self, uploads: UploadQueue) -> int:
        """Sends what was set aside to the queue it came from, and says how much that was; a batch is placed once."""
        sent = 0
        try:
            while sent < REDRIVEN_AT_ONCE:
                found = self._sqs.receive_message(
                    QueueUrl=self._url, MaxNumberOfMessages=10, MessageSystemAttributeNames=["All"]
                ).get("Messages", [])
                if not found:
                    break
                for message in found:
                    group = message.get("Attributes", {}).get("MessageGroupId", "")
                    uploads.send(FifoMessage(message["Body"], group, uuid4().hex))
                    self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=message["ReceiptHandle"])
                    sent += 1
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"SQS: {failure}") from failure
        return sent


@contextmanager
def _reaching_sqs() -> Iterator[None]:
    """Failures of SQS under the name that whoever asks again knows."""
    try:
        yield
    except (BotoCoreError, ClientError) as failure:
        raise UpstreamUnavailable(f"SQS: {failure}") from failure


def messages_in(sqs: "SQSClient", url: str) -> int:
    """Those that can be taken and those that are taken."""
    try:
        said = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=list(COUNTS))["Attributes"]
    except (BotoCoreError, ClientError) as failure:
        raise UpstreamUnavailable(f"SQS: {failure}") from failure
    return sum(int(said[name]) for name in COUNTS)


def _plain(reason: str) -> str:
    """SQS takes neither control characters nor an empty text."""
    return "".join(letter if letter.isprintable() else " " for letter in reason)[:REASON_LENGTH] or "no reason given"
