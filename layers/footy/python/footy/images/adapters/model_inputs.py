"""Bucket of model inputs: cropped pixels, each made and deleted by one execution."""

from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from footy.core.aws.s3 import translate_s3_errors
from footy.core.errors import ModelInputUnusable
from footy.images.model import ModelInput

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

RAW = "application/octet-stream"
CUT = "cut"


class ModelInputs:
    """Model inputs between loading an image and classifying it."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put(self, key: str, model_input: ModelInput) -> None:
        """Store a model input with the name of its crop."""
        with translate_s3_errors():
            self._s3.put_object(
                Bucket=self._bucket, Key=key, Body=model_input.pixels, ContentType=RAW, Metadata={CUT: model_input.cut}
            )

    def read(self, key: str) -> ModelInput:
        """Return a model input; raise ModelInputUnusable for a missing one, which is then made again."""
        try:
            with translate_s3_errors():
                answer = self._s3.get_object(Bucket=self._bucket, Key=key)
                return ModelInput(answer["Body"].read(), answer["Metadata"][CUT])
        except ClientError as absent:  # translate_s3_errors translates the other errors
            raise ModelInputUnusable(f"{key} is no longer there") from absent

    def delete(self, key: str) -> None:
        with translate_s3_errors():
            self._s3.delete_object(Bucket=self._bucket, Key=key)
