"""Queue of a bucket's events."""

from aws_cdk import Duration, Stack
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_s3 import Bucket, CfnBucket
from aws_cdk.aws_sqs import CfnQueuePolicy
from constructs import Construct

from cdk.constructs.storage.queues import QueueWithDeadLetters, visibility_of

EVENTS = ("s3:ObjectCreated:*", "s3:ObjectRemoved:*")


class BucketEvents(QueueWithDeadLetters):
    """Queue that receives each change of a bucket at least once, in any order."""

    def __init__(
        self, scope: Construct, name: str, bucket: Bucket, bucket_name: str, *, consumer_timeout: Duration
    ) -> None:
        super().__init__(scope, name, visibility=visibility_of(consumer_timeout))
        self._allow_bucket(bucket_name)
        self._notify(bucket)

    def _allow_bucket(self, bucket_name: str) -> None:
        """Allow the bucket by name: it depends on its queue, which therefore cannot refer to it."""
        stack = Stack.of(self)
        self.queue.add_to_resource_policy(
            PolicyStatement(
                sid="BucketMaySend",
                principals=[ServicePrincipal("s3.amazonaws.com")],
                actions=["sqs:SendMessage"],
                resources=[self.queue.queue_arn],
                conditions={
                    "StringEquals": {"aws:SourceAccount": stack.account},
                    "ArnLike": {"aws:SourceArn": f"arn:{stack.partition}:s3:::{bucket_name}"},
                },
            )
        )

    def _notify(self, bucket: Bucket) -> None:
        """Set the bucket's property directly; the CDK would add a function that sets it later.

        S3 sends a test message when the property is set, so the queue policy must exist before.
        """
        resource = bucket.node.default_child
        policy = self.queue.node.find_child("Policy").node.default_child
        if not isinstance(resource, CfnBucket) or not isinstance(policy, CfnQueuePolicy):
            raise TypeError("the CDK no longer creates a CfnBucket and a CfnQueuePolicy here")
        resource.notification_configuration = CfnBucket.NotificationConfigurationProperty(
            queue_configurations=[
                CfnBucket.QueueConfigurationProperty(event=event, queue=self.queue.queue_arn) for event in EVENTS
            ]
        )
        resource.add_resource_dependency(policy)
