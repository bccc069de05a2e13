"""Bucket of the vision model's files, and the image of its server."""

from aws_cdk import CfnOutput, Duration, IgnoreMode, RemovalPolicy
from aws_cdk.aws_ecr_assets import DockerImageAsset, Platform
from aws_cdk.aws_s3 import BlockPublicAccess, Bucket, BucketEncryption, LifecycleRule
from constructs import Construct

from cdk.constructs.permissions import acknowledge
from cdk.constructs.vision.backend import MODEL_NAME, PARALLEL_REQUESTS
from cdk.model_files import pinned
from cdk.packages import ROOT

FILES_BY_DIGEST = "the keys are digests of the files"


class VisionModelFiles(Construct):
    """Model files that `make weights` uploads, and the image that serves them."""

    def __init__(self, scope: Construct) -> None:
        super().__init__(scope, "Model")
        # deleted with the stack: `make weights` restores the content
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
        """Build the server's image for amd64, the architecture of the GPU instances."""
        return DockerImageAsset(
            self,
            "Image",
            directory=str(ROOT),
            file="containers/vision/Dockerfile",
            platform=Platform.LINUX_AMD64,
            ignore_mode=IgnoreMode.DOCKER,
            exclude=["*", "!containers/vision", "**/__pycache__"],
        )

    def environment(self) -> dict[str, str]:
        """Return the variables of the server: the S3 address of each file, and its limits."""
        _, files = pinned()
        addresses = {role: f"s3://{self.bucket.bucket_name}/{file.key}" for role, file in files.items()}
        return {**addresses, "AT_ONCE": str(PARALLEL_REQUESTS), "ALIAS": MODEL_NAME}
