"""A queue of work without an order: kept while a goal may want it, and set aside when nobody can do it."""

from aws_cdk import Duration
from aws_cdk.aws_sqs import DeadLetterQueue, Queue, QueueEncryption
from constructs import Construct

# longer than a goal's deadline: what is older is wanted by nobody
KEPT = Duration.hours(1)
DEAD_KEPT = Duration.days(14)


class WorkQueue(Construct):
    """Taken by one at a time, and by another one when that is not heard of for too long."""

    def __init__(self, scope: Construct, name: str, *, hidden: Duration, tries: int) -> None:
        super().__init__(scope, name)
        self.dead_letters = Queue(
            self, "DeadLetters", encryption=QueueEncryption.SQS_MANAGED, enforce_ssl=True, retention_period=DEAD_KEPT
        )
        self.queue = Queue(
            self,
            "Queue",
            visibility_timeout=hidden,
            retention_period=KEPT,
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            dead_letter_queue=DeadLetterQueue(queue=self.dead_letters, max_receive_count=tries),
        )
