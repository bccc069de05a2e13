"""The stack of what outlives all others: clips, working files, backups and keys. `make destroy` leaves it standing."""

import json
from dataclasses import dataclass
from typing import cast

from aws_cdk import CfnOutput, Duration, Environment, RemovalPolicy, SecretValue, Stack, StackSynthesizer
from aws_cdk.aws_docdb import DatabaseSecret
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, LifecycleRule
from aws_cdk.aws_secretsmanager import CfnSecret, ISecret, Secret
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.constructs.storage.bucket_events import BucketEvents
from cdk.settings import MASTER, PASSING, Target

DATABASE_USER = "footy"

# a batch that was set aside on a Saturday can be sent again on Monday
WORK_KEPT = Duration.days(3)
# what was removed or overwritten can be brought back for so long
RESTORABLE = Duration.days(14)
# the least that S3 knows
SQUARES_KEPT = Duration.days(1)
BACKUPS_KEPT = Duration.days(14)
# how long the function may take that is told of uploads
ACCEPTING_SECONDS = 30


@dataclass(frozen=True, slots=True)
class BucketReference:
    """A bucket as the other stacks know it."""

    name: str
    arn: str
    within: str = "*"

    @property
    def objects(self) -> str:
        """Every object in it, or those of one kind."""
        return f"{self.arn}/{self.within}"


class DataStack(Stack):
    """What nobody wants to lose, under names that the next deployment finds again."""

    def __init__(self, scope: Construct, target: Target, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(
            scope,
            f"{target.prefix}-data",
            env=env,
            synthesizer=synthesizer,
            termination_protection=target.keeps_data,
        )
        self.target = target
        # kept, but for what a first deployment made that failed: the second one could not make it again
        self._removal = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE if target.keeps_data else RemovalPolicy.DESTROY
        self._access_logs = self._bucket("AccessLogs", kept=Duration.days(30))
        self.media = self._shelf("Media", self._shown(self._bucket("Media", versioned=True, logged=True)))
        self.work = self._shelf("Work", self._bucket("Work", kept=WORK_KEPT, logged=True))
        self.backup = self._shelf("Backup", self._bucket("Backup", kept=BACKUPS_KEPT, versioned=True, logged=True))
        self._add_images()
        self.secrets = {
            name: self._passing(name) if name in PASSING else self._secret(name) for name in target.secret_names
        }
        # of accounts at X: their cookies, put there by an operator and written back when they change
        self.sessions = {account: self._passing(f"session_{account}") for account in target.x_accounts}

    def _add_images(self) -> None:
        """Images of organisations; an upload that comes while the stack of its pipeline is away waits in the queue."""
        uploads = self._bucket("Uploads", versioned=True, logged=True)
        # the form that a browser sends is signed, whichever page sends it
        uploads.add_cors_rule(allowed_methods=[HttpMethods.POST], allowed_origins=["*"], max_age=3600)
        self.image_events = BucketEvents(
            self, "ImageEvents", uploads, self._bucket_name("Uploads"), handled_in=Duration.seconds(ACCEPTING_SECONDS)
        )
        self.uploads = self._shelf("Uploads", uploads)
        self.thumbnails = self._shelf("Thumbnails", self._bucket("Thumbnails", logged=True))
        # what the model is to look at: its execution takes it away, and S3 what an execution has left
        self.squares = self._shelf("Squares", self._bucket("Squares", kept=SQUARES_KEPT, logged=True))
        self.models = self._shelf("Models", self._bucket("Models", versioned=True, logged=True))
        CfnOutput(self, "ImageEventsQueue", value=self.image_events.queue.queue_url)
        CfnOutput(self, "ImageEventsDeadLetters", value=self.image_events.dead_letters.queue_url)

    def _shelf(self, name: str, bucket: Bucket) -> BucketReference:
        CfnOutput(self, f"{name}Bucket", value=bucket.bucket_name)
        # exported under a name of its own, by which the reason for the wildcard of its objects finds it
        arn = self.export_value(bucket.bucket_arn, name=f"{self.stack_name}-{name.lower()}")
        return BucketReference(bucket.bucket_name, arn)

    def _shown(self, bucket: Bucket) -> Bucket:
        """Distributions of this account may read its objects, and nobody else from outside: the page's does."""
        if not self.target.emulator:
            ours = self.format_arn(service="cloudfront", region="", resource="distribution", resource_name="*")
            bucket.add_to_resource_policy(
                PolicyStatement(
                    sid="PageMayRead",
                    principals=[ServicePrincipal("cloudfront.amazonaws.com")],
                    actions=["s3:GetObject"],
                    resources=[bucket.arn_for_objects("*")],
                    conditions={"ArnLike": {"AWS:SourceArn": ours}},
                )
            )
        return bucket

    def _bucket_name(self, name: str) -> str:
        """Names of buckets are the world's: the account's number makes them ours.

        Written out where the target says both: CloudFormation takes back by its name only what the template calls so.
        """
        return f"{self.target.prefix}-{name.lower()}-{self.account}-{self.region}"

    def _bucket(
        self, name: str, *, kept: Duration | None = None, versioned: bool = False, logged: bool = False
    ) -> Bucket:
        bucket = Bucket(
            self,
            name,
            bucket_name=self._bucket_name(name),
            encryption=BucketEncryption.S3_MANAGED,
            block_public_access=BlockPublicAccess.BLOCK_ALL,
            enforce_ssl=True,
            versioned=versioned,
            lifecycle_rules=_lifecycle(kept, versioned=versioned),
            removal_policy=self._removal,
            # the emulator has no custom resource for it, and forgets everything anyway
            auto_delete_objects=not self.target.keeps_data and not self.target.emulator,
            server_access_logs_bucket=self._access_logs if logged else None,
            server_access_logs_prefix=f"{name.lower()}/" if logged else None,
        )
        if not logged:
            acknowledge(bucket, "this bucket holds the access logs; logging it into itself would never end", "S1")
        return bucket

    def _secret(self, name: str) -> ISecret:
        secret = self._generated() if self._is_generated(name) else self._given(name)
        secret.apply_removal_policy(self._removal)
        CfnOutput(self, f"{''.join(word.capitalize() for word in name.split('_'))}Secret", value=secret.secret_arn)
        return secret

    def _passing(self, name: str) -> ISecret:
        """Gone with the line that asked for it, and no obstacle to its return.

        Others know it by its name: an address that another stack still imports could not go.
        """
        self._secret(name).apply_removal_policy(RemovalPolicy.DESTROY)
        return Secret.from_secret_name_v2(self, f"{name}_by_name", f"{self.target.prefix}/{name}")

    def _is_generated(self, name: str) -> bool:
        return name == MASTER and self.target.own_users

    def _generated(self) -> Secret:
        """The password of our own database: it fits the snapshots too that are made of it."""
        secret = DatabaseSecret(
            self, f"{MASTER}_secret", username=DATABASE_USER, secret_name=f"{self.target.prefix}/{MASTER}"
        )
        reason = "the cluster takes it from here when it is deployed: a new one is a deliberate act of an operator"
        acknowledge(secret, reason, "SMG4")
        return secret

    def _given(self, name: str) -> Secret:
        """Empty until somebody fills it: what a template says would overwrite that with its next change."""
        content = self.target.secrets.get(name)
        secret = Secret(
            self,
            f"{name}_secret",
            secret_name=f"{self.target.prefix}/{name}",
            description=f"found-footy {self.target.name}: {name}",
            secret_string_value=SecretValue.unsafe_plain_text(json.dumps(content)) if content else None,
        )
        if not content:
            cast("CfnSecret", secret.node.default_child).add_property_deletion_override("GenerateSecretString")
        acknowledge(secret, "a key of a foreign service, which only that service can rotate", "SMG4")
        return secret


def _lifecycle(kept: Duration | None, *, versioned: bool) -> list[LifecycleRule]:
    """S3 refuses a rule that expires both objects and the marks of their deletion: it takes two."""
    rule = LifecycleRule(
        expiration=kept,
        abort_incomplete_multipart_upload_after=Duration.days(1),
        noncurrent_version_expiration=RESTORABLE if versioned else None,
    )
    return [rule, LifecycleRule(expired_object_delete_marker=True)] if versioned else [rule]
