"""A queue that keeps the order within a group, and sets aside what cannot be handled."""

from aws_cdk import Duration
from aws_cdk.aws_sqs import (
    DeadLetterQueue,
    DeduplicationScope,
    FifoThroughputLimit,
    Queue,
    QueueEncryption,
)
from constructs import Construct

# the function itself sets a message aside at the last of them
TRIES = 5
# so many times what its handling may take, as AWS advises; all tries together stay within the deadline of a goal
PATIENCE = 6
KEPT = Duration.days(14)


class FifoQueue(Construct):
    """A FIFO queue whose groups do not slow each other, with its dead letters."""

    def __init__(self, scope: Construct, name: str, *, handled_in: Duration) -> None:
        super().__init__(scope, name)
        self.dead_letters = Queue(
            self,
            "DeadLetters",
            fifo=True,
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=KEPT,
        )
        self.queue = Queue(
            self,
            "Queue",
            fifo=True,
            fifo_throughput_limit=FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
            deduplication_scope=DeduplicationScope.MESSAGE_GROUP,
            # longer than a poller that is throttled may hold a message before it is handled
            visibility_timeout=Duration.seconds(PATIENCE * handled_in.to_seconds()),
            retention_period=KEPT,
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            dead_letter_queue=DeadLetterQueue(queue=self.dead_letters, max_receive_count=TRIES),
        )
