"""The stack of what lasts: clips, the database or the way to it, secrets, the network, and who is told."""

import json
from dataclasses import dataclass

from aws_cdk import CfnOutput, Duration, Environment, RemovalPolicy, SecretValue, Stack, StackSynthesizer
from aws_cdk.aws_iam import PolicyStatement, ServicePrincipal
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption, LifecycleRule
from aws_cdk.aws_secretsmanager import ISecret, Secret
from constructs import Construct

from cdk.constructs.alarms import Alarms
from cdk.constructs.documentdb import DocumentDb
from cdk.constructs.network import Network
from cdk.constructs.permissions import acknowledge
from cdk.settings import DOCUMENTDB, Target

# what an operator puts in: aws secretsmanager put-secret-value --secret-id <output> --secret-string '{"key": ...}'
FORMS = {
    "mongodb": {"uri": "mongodb+srv://put-yours-here"},
    "api_football": {"key": "put-yours-here"},
    "x": {"bearer_token": "put-yours-here"},
    # the hash of the viewers' password (python -m operations.viewers), and a key for each operator, by name
    "page": {"viewers": "put-yours-here", "operator": "put-yours-here"},
}

# a batch that was set aside on a Saturday can be sent again on Monday
WORK_KEPT = Duration.days(3)
# what was removed or overwritten can be brought back for so long
RESTORABLE = Duration.days(14)
BACKUPS_KEPT = Duration.days(14)


@dataclass(frozen=True, slots=True)
class Shelf:
    """A bucket as the other stacks know it."""

    name: str
    arn: str

    @property
    def objects(self) -> str:
        """Every object in it."""
        return f"{self.arn}/*"


class State(Stack):
    """Everything that is kept between two deployments."""

    def __init__(self, scope: Construct, target: Target, *, env: Environment, synthesizer: StackSynthesizer) -> None:
        super().__init__(scope, f"footy-{target.name}-state", env=env, synthesizer=synthesizer)
        self.target = target
        self.alarms = Alarms(self, target)
        self._removal = RemovalPolicy.RETAIN if target.keeps_data else RemovalPolicy.DESTROY
        self._access_logs = self._bucket("AccessLogs", kept=Duration.days(30))
        self.media = self._shelf("Media", self._shown(self._bucket("Media", versioned=True, logged=True)))
        self.work = self._shelf("Work", self._bucket("Work", kept=WORK_KEPT, logged=True))
        self.backup = self._shelf("Backup", self._bucket("Backup", kept=BACKUPS_KEPT, versioned=True, logged=True))
        self.network = Network(self, target)
        self.secrets = self._secrets()

    def _shelf(self, name: str, bucket: Bucket) -> Shelf:
        CfnOutput(self, f"{name}Bucket", value=bucket.bucket_name)
        # exported under a name of its own, by which the reason for the wildcard of its objects finds it
        arn = self.export_value(bucket.bucket_arn, name=f"{self.stack_name}-{name.lower()}")
        return Shelf(bucket.bucket_name, arn)

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

    def _bucket(
        self, name: str, *, kept: Duration | None = None, versioned: bool = False, logged: bool = False
    ) -> Bucket:
        bucket = Bucket(
            self,
            name,
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

    def _secrets(self) -> dict[str, ISecret]:
        secrets: dict[str, ISecret] = {name: self._secret(name) for name in FORMS if name != "mongodb"}
        secrets["mongodb"] = self._database_secret()
        for name, secret in secrets.items():
            CfnOutput(self, f"{''.join(w.capitalize() for w in name.split('_'))}Secret", value=secret.secret_arn)
        return secrets

    def _database_secret(self) -> ISecret:
        if self.target.database == DOCUMENTDB and self.network.functions is not None:
            return DocumentDb(self, self.target, self.network, self.network.functions).secret
        return self._secret("mongodb")

    def _secret(self, name: str) -> Secret:
        content = self.target.secrets.get(name, FORMS[name])
        secret = Secret(
            self,
            f"{name}_secret",
            description=f"found-footy {self.target.name}: {name}",
            secret_string_value=SecretValue.unsafe_plain_text(json.dumps(content)),
            removal_policy=self._removal,
        )
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
