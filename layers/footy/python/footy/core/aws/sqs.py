"""SQS queues: uploads (FIFO), jobs and dead letters."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from uuid import uuid4

from footy.core.aws.failures import translate_aws_errors

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

REASON_LENGTH = 1000
REDRIVE_LIMIT = 100
COUNTS: tuple[Literal["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"], ...] = (
    "ApproximateNumberOfMessages",
    "ApproximateNumberOfMessagesNotVisible",
)


@dataclass(frozen=True, slots=True)
class FifoMessage:
    """Message of a FIFO queue; the same deduplication id within minutes is delivered once."""

    body: str
    group: str
    deduplication_id: str


class UploadQueue:
    """FIFO queue of upload batches, one message group per goal."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def backlog(self) -> int:
        """Return the approximate number of messages, in flight included."""
        return messages_in(self._sqs, self._url)

    def send(self, message: FifoMessage) -> None:
        with translate_aws_errors("SQS"):
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=message.body,
                MessageGroupId=message.group,
                MessageDeduplicationId=message.deduplication_id,
            )


RECEIVES: Literal["ApproximateReceiveCount"] = "ApproximateReceiveCount"


@dataclass(frozen=True, slots=True)
class ReceivedJob:
    """Job that is hidden from other workers until its visibility timeout, with its receive count."""

    body: str
    receipt: str
    receives: int


class JobQueue:
    """Standard queue of jobs, each taken by one worker at a time.

    `polls` is the client for long polls, which last longer than other calls may.
    """

    def __init__(self, sqs: "SQSClient", url: str, polls: "SQSClient | None" = None) -> None:
        self._sqs = sqs
        self._polls = polls or sqs
        self._url = url

    def send(self, body: str) -> None:
        with translate_aws_errors("SQS"):
            self._sqs.send_message(QueueUrl=self._url, MessageBody=body)

    def receive(self, *, wait: int, hidden: int) -> ReceivedJob | None:
        """Receive one job, waiting up to `wait` seconds for it."""
        with translate_aws_errors("SQS"):
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
        """Set the visibility timeout, counted from now; 0 returns the job to the queue."""
        with translate_aws_errors("SQS"):
            self._sqs.change_message_visibility(QueueUrl=self._url, ReceiptHandle=receipt, VisibilityTimeout=seconds)

    def remove(self, receipt: str) -> None:
        with translate_aws_errors("SQS"):
            self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=receipt)


class DeadLetterQueue:
    """FIFO queue of messages that failed on their last receive, so that later ones of their group are not blocked."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def add(self, message: FifoMessage, reason: str) -> None:
        """Store a message with the reason of its failure."""
        with translate_aws_errors("SQS"):
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=message.body,
                MessageGroupId=message.group,
                MessageDeduplicationId=message.deduplication_id,
                MessageAttributes={"reason": {"DataType": "String", "StringValue": _plain(reason)}},
            )

    def count(self) -> int:
        return messages_in(self._sqs, self._url)

    def redrive(self, uploads: UploadQueue) -> int:
        """Send the messages back to the upload queue and return their number; uploads are idempotent."""
        sent = 0
        with translate_aws_errors("SQS"):
            while sent < REDRIVE_LIMIT:
                messages = self._sqs.receive_message(
                    QueueUrl=self._url, MaxNumberOfMessages=10, MessageSystemAttributeNames=["All"]
                ).get("Messages", [])
                if not messages:
                    break
                for message in messages:
                    group = message.get("Attributes", {}).get("MessageGroupId", "")
                    uploads.send(FifoMessage(message["Body"], group, uuid4().hex))
                    self._sqs.delete_message(QueueUrl=self._url, ReceiptHandle=message["ReceiptHandle"])
                    sent += 1
        return sent


def messages_in(sqs: "SQSClient", url: str) -> int:
    """Return the approximate number of messages of a queue, in flight included."""
    with translate_aws_errors("SQS"):
        attributes = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=list(COUNTS))["Attributes"]
    return sum(int(attributes[name]) for name in COUNTS)


def _plain(reason: str) -> str:
    """Replace what SQS rejects: control characters and an empty text."""
    return "".join(letter if letter.isprintable() else " " for letter in reason)[:REASON_LENGTH] or "no reason given"
