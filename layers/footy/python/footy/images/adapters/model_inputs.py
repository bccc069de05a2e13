"""The bucket of squares: what the model is to look at, each made by one execution and gone with it."""

from typing import TYPE_CHECKING

from botocore.exceptions import ClientError

from footy.core.aws.s3 import translate_s3_errors
from footy.core.errors import SquareUnusable
from footy.images.model import Square

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

BARE = "application/octet-stream"
CUT = "cut"


class Squares:
    """Working files between loading an image and classifying it."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put(self, key: str, square: Square) -> None:
        """Keeps one together with how it was cut out; once more is the same."""
        with translate_s3_errors():
            self._s3.put_object(
                Bucket=self._bucket, Key=key, Body=square.pixels, ContentType=BARE, Metadata={CUT: square.cut}
            )

    def read(self, key: str) -> Square:
        """One that is gone has to be made again."""
        try:
            with translate_s3_errors():
                answer = self._s3.get_object(Bucket=self._bucket, Key=key)
                return Square(answer["Body"].read(), answer["Metadata"][CUT])
        except ClientError as absent:  # the rest has a name of ours by now
            raise SquareUnusable(f"{key} is no longer there") from absent

    def delete(self, key: str) -> None:
        """Removes one; one that is gone already counts as removed."""
        with translate_s3_errors():
            self._s3.delete_object(Bucket=self._bucket, Key=key)
