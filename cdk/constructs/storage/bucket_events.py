"""A bucket whose every change is told to a queue, and the queue, with what nobody could handle set aside."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_s3 import Bucket, CfnBucket
from aws_cdk.aws_sqs import CfnQueuePolicy, DeadLetterQueue, Queue, QueueEncryption
from constructs import Construct

TRIES = 5
# so many times what its handling may take, as AWS advises
PATIENCE = 6
KEPT = Duration.days(14)
EVENTS = ("s3:ObjectCreated:*", "s3:ObjectRemoved:*")


class BucketEvents(Construct):
    """The queue of a bucket's events, at least once each and in any order."""

    def __init__(self, scope: Construct, name: str, bucket: Bucket, bucket_name: str, *, handled_in: Duration) -> None:
        super().__init__(scope, name)
        self.dead_letters = Queue(
            self, "DeadLetters", encryption=QueueEncryption.SQS_MANAGED, enforce_ssl=True, retention_period=KEPT
        )
        self.queue = Queue(
            self,
            "Queue",
            visibility_timeout=Duration.seconds(PATIENCE * handled_in.to_seconds()),
            retention_period=KEPT,
            encryption=QueueEncryption.SQS_MANAGED,
            enforce_ssl=True,
            dead_letter_queue=DeadLetterQueue(queue=self.dead_letters, max_receive_count=TRIES),
        )
        self._let_in(bucket_name)
        self._tell(bucket)

    def _let_in(self, bucket_name: str) -> None:
        """By the bucket's name: it comes after its queue, which cannot refer to it."""
        stack = Stack.of(self)
        self.queue.add_to_resource_policy(
            PolicyStatement(
                sid="TheBucketMayTell",
                principals=[ServicePrincipal("s3.amazonaws.com")],
                actions=["sqs:SendMessage"],
                resources=[self.queue.queue_arn],
                conditions={
                    "StringEquals": {"aws:SourceAccount": stack.account},
                    "ArnLike": {"aws:SourceArn": f"arn:{stack.partition}:s3:::{bucket_name}"},
                },
            )
        )

    def _tell(self, bucket: Bucket) -> None:
        """The property itself: CDK's own way is a function of its own that sets it afterwards.

        S3 tries the queue out when it is told of it, so whoever lets it in comes first.
        """
        resource = bucket.node.default_child
        policy = self.queue.node.find_child("Policy").node.default_child
        if not isinstance(resource, CfnBucket) or not isinstance(policy, CfnQueuePolicy):
            raise TypeError("the bucket and the policy of its queue are not what CDK makes of them")
        resource.notification_configuration = CfnBucket.NotificationConfigurationProperty(
            queue_configurations=[
                CfnBucket.QueueConfigurationProperty(event=event, queue=self.queue.queue_arn) for event in EVENTS
            ]
        )
        resource.add_resource_dependency(policy)
