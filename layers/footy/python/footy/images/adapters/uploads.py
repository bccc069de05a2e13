"""Bucket of uploads: presigned upload forms, reads by version, deletions."""

from typing import TYPE_CHECKING, Any, TypedDict

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.aws.s3 import translate_s3_errors
from footy.core.errors import ImageRefused, UpstreamUnavailable
from footy.images.rules.acceptance import check_size
from footy.images.settings import ImageRules

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class PresignedForm(TypedDict):
    """A form for S3: its `fields`, then `file`."""

    url: str
    fields: dict[str, str]


class UploadsBucket:
    """Images as they were uploaded."""

    def __init__(self, s3: "S3Client", bucket: str, rules: ImageRules) -> None:
        self._s3 = s3
        self._bucket = bucket
        self._rules = rules

    def form(self, key: str, content_type: str) -> PresignedForm:
        """Presign the upload of one object of this type, up to the largest size."""
        conditions: list[Any] = [
            {"Content-Type": content_type},
            ["content-length-range", 1, self._rules.image_max_bytes],
        ]
        try:
            presigned = self._s3.generate_presigned_post(
                self._bucket,
                key,
                Fields={"Content-Type": content_type},
                Conditions=conditions,
                ExpiresIn=self._rules.upload_seconds,
            )
        except (BotoCoreError, ClientError) as failure:
            raise UpstreamUnavailable(f"S3: {failure}") from failure
        return {"url": presigned["url"], "fields": presigned["fields"]}

    def read(self, key: str, version_id: str | None) -> bytes:
        """Read that version, not what the key holds by now; check the size before the body (I10, I13)."""
        version: Any = {"VersionId": version_id} if version_id else {}
        try:
            with translate_s3_errors():
                answer = self._s3.get_object(Bucket=self._bucket, Key=key, **version)
                check_size(answer["ContentLength"], self._rules)
                return answer["Body"].read()
        except ClientError as absent:  # translate_s3_errors translates the other errors
            raise ImageRefused("the image is no longer in the bucket") from absent

    def link(self, key: str, version_id: str | None) -> str:
        """Return a presigned link to this version."""
        version = {"VersionId": version_id} if version_id else {}
        return self._s3.generate_presigned_url(
            "get_object", Params={"Bucket": self._bucket, "Key": key, **version}, ExpiresIn=self._rules.link_seconds
        )

    def delete(self, key: str) -> None:
        """Delete the image with a marker; its row follows by S3's event."""
        with translate_s3_errors():
            self._s3.delete_object(Bucket=self._bucket, Key=key)
