"""Stack of the data: clips, working files, backups and secrets. `make destroy` keeps it."""

import json
from dataclasses import dataclass
from typing import cast

from aws_cdk import CfnOutput, Duration, RemovalPolicy, SecretValue
from aws_cdk.aws_docdb import DatabaseSecret
from aws_cdk.aws_iam import Effect, PolicyStatement, ServicePrincipal
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption, HttpMethods, LifecycleRule
from aws_cdk.aws_secretsmanager import CfnSecret, ISecret, Secret
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.constructs.storage.bucket_events import BucketEvents
from cdk.constructs.storage.secrets import generated_secret
from cdk.settings import MASTER, NAMING, OPTIONAL_SECRETS, Target
from cdk.stacks.base import TargetStack
from footy.goals.model.keys import PRIVATE

DATABASE_USER = "footy"

# a batch that is dead-lettered on a Saturday can be redriven on Monday
WORK_RETENTION = Duration.days(3)
# deleted and overwritten objects can be restored for this time
VERSION_RETENTION = Duration.days(14)
# the shortest that S3 supports
MODEL_INPUT_RETENTION = Duration.days(1)
BACKUP_RETENTION = Duration.days(14)
# timeout of the function that receives upload events
ACCEPT_SECONDS = 30


@dataclass(frozen=True, slots=True)
class BucketReference:
    """Name and ARN of a bucket for the other stacks, with the keys that are accessible."""

    name: str
    arn: str
    keys: str = "*"

    @property
    def objects(self) -> str:
        """The ARN pattern of the accessible objects."""
        return f"{self.arn}/{self.keys}"


class DataStack(TargetStack):
    """Retained resources, under names that the next deployment finds again."""

    def __init__(self, scope: Construct, target: Target) -> None:
        super().__init__(scope, target, "data", termination_protection=target.keeps_data)
        # retained, except after a failed first deployment, whose names would block the second one
        self._removal = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE if target.keeps_data else RemovalPolicy.DESTROY
        self._access_logs = self._bucket("AccessLogs", expires=Duration.days(30))
        self.media = self._reference(
            "Media", self._allow_cloudfront(self._bucket("Media", versioned=True, logged=True))
        )
        self.work = self._reference("Work", self._bucket("Work", expires=WORK_RETENTION, logged=True))
        self.backup = self._reference(
            "Backup", self._bucket("Backup", expires=BACKUP_RETENTION, versioned=True, logged=True)
        )
        self._add_images()
        self.secrets = {
            name: self._optional(name) if name in OPTIONAL_SECRETS else self._secret(name)
            for name in target.secret_names
        }
        # cookies of accounts at X, entered by an operator and updated by the browser service
        self.sessions = {account: self._optional(f"session_{account}") for account in target.x_accounts}

    def _add_images(self) -> None:
        """Create the buckets of the image pipeline; events wait in the queue while its stack is absent."""
        uploads = self._bucket("Uploads", versioned=True, logged=True)
        # any page may upload, because the form is signed
        uploads.add_cors_rule(allowed_methods=[HttpMethods.POST], allowed_origins=["*"], max_age=3600)
        self.image_events = BucketEvents(
            self,
            "ImageEvents",
            uploads,
            self._bucket_name("Uploads"),
            consumer_timeout=Duration.seconds(ACCEPT_SECONDS),
        )
        self.uploads = self._reference("Uploads", uploads)
        self.thumbnails = self._reference("Thumbnails", self._bucket("Thumbnails", logged=True))
        # model inputs: the execution deletes them, and S3 the leftovers
        self.squares = self._reference("Squares", self._bucket("Squares", expires=MODEL_INPUT_RETENTION, logged=True))
        self.models = self._reference("Models", self._bucket("Models", versioned=True, logged=True))
        CfnOutput(self, "ImageEventsQueue", value=self.image_events.queue.queue_url)
        CfnOutput(self, "ImageEventsDeadLetters", value=self.image_events.dead_letters.queue_url)

    def _reference(self, name: str, bucket: Bucket) -> BucketReference:
        CfnOutput(self, f"{name}Bucket", value=bucket.bucket_name)
        # a fixed export name, because cdk-nag identifies the objects by it
        arn = self.export_value(bucket.bucket_arn, name=f"{self.stack_name}-{name.lower()}")
        return BucketReference(bucket.bucket_name, arn)

    def _allow_cloudfront(self, bucket: Bucket) -> Bucket:
        """Allow the CloudFront distributions of this account to read the objects."""
        if not self.target.emulator:
            distributions = self.format_arn(service="cloudfront", region="", resource="distribution", resource_name="*")
            bucket.add_to_resource_policy(
                PolicyStatement(
                    sid="PageMayRead",
                    principals=[ServicePrincipal("cloudfront.amazonaws.com")],
                    actions=["s3:GetObject"],
                    resources=[bucket.arn_for_objects("*")],
                    conditions={"ArnLike": {"AWS:SourceArn": distributions}},
                )
            )
            bucket.add_to_resource_policy(
                PolicyStatement(
                    sid="PageMayNotReadTakenDownClips",
                    effect=Effect.DENY,
                    principals=[ServicePrincipal("cloudfront.amazonaws.com")],
                    actions=["s3:GetObject"],
                    resources=[bucket.arn_for_objects(f"{PRIVATE}*")],
                )
            )
        return bucket

    def _bucket_name(self, name: str) -> str:
        """Return a globally unique name.

        It has no tokens when the target sets account and region: CloudFormation can then import the bucket by name.
        """
        return f"{self.target.prefix}-{name.lower()}-{self.account}-{self.region}"

    def _bucket(
        self, name: str, *, expires: Duration | None = None, versioned: bool = False, logged: bool = False
    ) -> Bucket:
        bucket = Bucket(
            self,
            name,
            bucket_name=self._bucket_name(name),
            encryption=BucketEncryption.S3_MANAGED,
            block_public_access=BlockPublicAccess.BLOCK_ALL,
            enforce_ssl=True,
            versioned=versioned,
            lifecycle_rules=_lifecycle(expires, versioned=versioned),
            removal_policy=self._removal,
            # the emulator supports no custom resources and keeps nothing anyway
            auto_delete_objects=not self.target.keeps_data and not self.target.emulator,
            server_access_logs_bucket=self._access_logs if logged else None,
            server_access_logs_prefix=f"{name.lower()}/" if logged else None,
        )
        if not logged:
            acknowledge(bucket, "this bucket holds the access logs; logging it into itself would never end", "S1")
        return bucket

    def _secret(self, name: str) -> ISecret:
        secret = self._generated(name) if self._is_generated(name) else self._entered(name)
        secret.apply_removal_policy(self._removal)
        CfnOutput(self, f"{''.join(word.capitalize() for word in name.split('_'))}Secret", value=secret.secret_arn)
        return secret

    def _optional(self, name: str) -> ISecret:
        """Create a secret that is deleted together with its option in cdk.json.

        Other stacks refer to it by name: an imported ARN would prevent its deletion.
        """
        self._secret(name).apply_removal_policy(RemovalPolicy.DESTROY)
        return Secret.from_secret_name_v2(self, f"{name}_by_name", f"{self.target.prefix}/{name}")

    def _is_generated(self, name: str) -> bool:
        return (name == MASTER and self.target.own_users) or (name == NAMING and not self.target.emulator)

    def _generated(self, name: str) -> Secret:
        return self._database_password() if name == MASTER else self._naming_key()

    def _naming_key(self) -> Secret:
        """Generate the key of clip names, which cannot be computed without it (U7)."""
        reason = "a new key would change the names of clips that are delivered twice"
        return generated_secret(self, self.target, f"{NAMING}_secret", NAMING, field="key", why=reason)

    def _database_password(self) -> Secret:
        """Generate the password of our own database, which its snapshots contain too."""
        secret = DatabaseSecret(
            self, f"{MASTER}_secret", username=DATABASE_USER, secret_name=f"{self.target.prefix}/{MASTER}"
        )
        reason = "the cluster reads it at deployment; an operator rotates it deliberately"
        acknowledge(secret, reason, "SMG4")
        return secret

    def _entered(self, name: str) -> Secret:
        """Create an empty secret: a value in the template would overwrite the operator's value."""
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
        acknowledge(secret, "a key of an external service, which only that service can rotate", "SMG4")
        return secret


def _lifecycle(expires: Duration | None, *, versioned: bool) -> list[LifecycleRule]:
    """Use two rules, because S3 refuses one that expires both objects and delete markers."""
    rule = LifecycleRule(
        expiration=expires,
        abort_incomplete_multipart_upload_after=Duration.days(1),
        noncurrent_version_expiration=VERSION_RETENTION if versioned else None,
    )
    return [rule, LifecycleRule(expired_object_delete_marker=True)] if versioned else [rule]
