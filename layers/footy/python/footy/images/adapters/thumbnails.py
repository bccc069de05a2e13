"""Bucket of thumbnails: each made by one execution and named after it."""

from typing import TYPE_CHECKING

from footy.core.aws.s3 import translate_s3_errors

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

JPEG = "image/jpeg"


class Thumbnails:
    """Small JPEGs for lists of images."""

    def __init__(self, s3: "S3Client", bucket: str, link_seconds: int) -> None:
        self._s3 = s3
        self._bucket = bucket
        self._link_seconds = link_seconds

    def put(self, key: str, content: bytes) -> None:
        with translate_s3_errors():
            self._s3.put_object(Bucket=self._bucket, Key=key, Body=content, ContentType=JPEG)

    def delete(self, key: str) -> None:
        with translate_s3_errors():
            self._s3.delete_object(Bucket=self._bucket, Key=key)

    def link(self, key: str) -> str:
        """Return a presigned link."""
        return self._s3.generate_presigned_url(
            "get_object", Params={"Bucket": self._bucket, "Key": key}, ExpiresIn=self._link_seconds
        )
