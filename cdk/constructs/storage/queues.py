"""SQS queues with a dead-letter queue."""

from aws_cdk import Duration
from aws_cdk.aws_sqs import DeadLetterQueue, DeduplicationScope, FifoThroughputLimit, Queue, QueueEncryption
from constructs import Construct

MAX_RECEIVES = 5
# visibility timeout in multiples of the consumer's timeout, as AWS recommends
VISIBILITY_FACTOR = 6
RETENTION = Duration.days(14)
# longer than the deadline of a goal, after which the job is useless
JOB_RETENTION = Duration.hours(1)


class QueueWithDeadLetters(Construct):
    """Encrypted queue that accepts TLS only, with its dead-letter queue; FIFO groups do not block each other."""

    def __init__(
        self,
        scope: Construct,
        name: str,
        *,
        visibility: Duration,
        max_receives: int = MAX_RECEIVES,
        retention: Duration = RETENTION,
        fifo: bool = False,
    ) -> None:
        super().__init__(scope, name)
        self.dead_letters = Queue(
            self,
            "DeadLetters",
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            retention_period=RETENTION,
            fifo=fifo or None,  # SQS refuses an explicit false
        )
        self.queue = Queue(
            self,
            "Queue",
            fifo_throughput_limit=FifoThroughputLimit.PER_MESSAGE_GROUP_ID if fifo else None,
            deduplication_scope=DeduplicationScope.MESSAGE_GROUP if fifo else None,
            visibility_timeout=visibility,
            retention_period=retention,
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            dead_letter_queue=DeadLetterQueue(queue=self.dead_letters, max_receive_count=max_receives),
            fifo=fifo or None,
        )


def visibility_of(consumer_timeout: Duration) -> Duration:
    """Return a visibility timeout that also covers a throttled poller."""
    return Duration.seconds(VISIBILITY_FACTOR * consumer_timeout.to_seconds())
