"""The files of the vision model: their bucket, their addresses in it, and the image that serves them."""

from aws_cdk import CfnOutput, Duration, IgnoreMode, RemovalPolicy
from aws_cdk.aws_ecr_assets import DockerImageAsset, Platform
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption, LifecycleRule
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.model_files import pinned
from cdk.packages import ROOT

EVERY_FILE = "the files are named by their digests"


class VisionModel(Construct):
    """The bucket that `make weights` fills, and the server's image."""

    def __init__(self, scope: Construct) -> None:
        super().__init__(scope, "Model")
        # it goes with its stack: one command brings its content again
        self.bucket = Bucket(
            self,
            "Bucket",
            encryption=BucketEncryption.S3_MANAGED,
            block_public_access=BlockPublicAccess.BLOCK_ALL,
            enforce_ssl=True,
            lifecycle_rules=[LifecycleRule(abort_incomplete_multipart_upload_after=Duration.days(1))],
            removal_policy=RemovalPolicy.DESTROY,
            auto_delete_objects=True,
        )
        acknowledge(self.bucket, "published weights, read by one role a few times a day", "S1")
        CfnOutput(scope, "ModelBucket", value=self.bucket.bucket_name)

    def image(self) -> DockerImageAsset:
        """The server's image; there are no GPUs beside arm64."""
        return DockerImageAsset(
            self,
            "Image",
            directory=str(ROOT),
            file="containers/vision/Dockerfile",
            platform=Platform.LINUX_AMD64,
            ignore_mode=IgnoreMode.DOCKER,
            exclude=["*", "!containers/vision", "**/__pycache__"],
        )

    def environment(self, at_once: int, alias: str) -> dict[str, str]:
        """What the image is told."""
        _, files = pinned()
        places = {role: f"s3://{self.bucket.bucket_name}/{file.key}" for role, file in files.items()}
        return {**places, "AT_ONCE": str(at_once), "ALIAS": alias}
