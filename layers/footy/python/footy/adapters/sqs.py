"""The upload queue, and that of messages which nobody could handle: set aside with the reason, to be sent again."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from botocore.exceptions import BotoCoreError, ClientError

from footy.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient

REASON_LENGTH = 1000


@dataclass(frozen=True, slots=True)
class Letter:
    """A message as it came; in the same group and under the same id it is set aside only once."""

    body: str
    group: str
    deduplication_id: str


class Uploads:
    """The queue in which the clips of a goal are placed one batch after the other."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def send(self, letter: Letter) -> None:
        """Puts the message behind those of its goal."""
        try:
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=letter.body,
                MessageGroupId=letter.group,
                MessageDeduplicationId=letter.deduplication_id,
            )
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"SQS: {failure}") from failure


class DeadLetters:
    """Where messages go at their last try, so that those behind them need not go with them."""

    def __init__(self, sqs: "SQSClient", url: str) -> None:
        self._sqs = sqs
        self._url = url

    def set_aside(self, letter: Letter, reason: str) -> None:
        """Keeps the message with the reason why."""
        try:
            self._sqs.send_message(
                QueueUrl=self._url,
                MessageBody=letter.body,
                MessageGroupId=letter.group,
                MessageDeduplicationId=letter.deduplication_id,
                MessageAttributes={"reason": {"DataType": "String", "StringValue": _plain(reason)}},
            )
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"SQS: {failure}") from failure


def _plain(reason: str) -> str:
    """SQS takes neither control characters nor an empty text."""
    return "".join(letter if letter.isprintable() else " " for letter in reason)[:REASON_LENGTH] or "no reason given"
