"""The bucket of uploads: tickets to put an image there, versions read, images deleted."""

from typing import TYPE_CHECKING, Any, TypedDict

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.aws.s3 import translate_s3_errors
from footy.core.errors import ImageRefused, UpstreamUnavailable
from footy.images.rules.acceptance import check_size
from footy.images.settings import ImageRules

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class Ticket(TypedDict):
    """A form that S3 takes, once filled with a file: `fields` first, `file` last."""

    url: str
    fields: dict[str, str]


class Uploaded:
    """The images as they were uploaded."""

    def __init__(self, s3: "S3Client", bucket: str, rules: ImageRules) -> None:
        self._s3 = s3
        self._bucket = bucket
        self._rules = rules

    def ticket(self, key: str, content_type: str) -> Ticket:
        """Leave to upload this one object, of this type and no larger than we look at, for some minutes."""
        conditions: list[Any] = [
            {"Content-Type": content_type},
            ["content-length-range", 1, self._rules.image_max_bytes],
        ]
        try:
            form = self._s3.generate_presigned_post(
                self._bucket,
                key,
                Fields={"Content-Type": content_type},
                Conditions=conditions,
                ExpiresIn=self._rules.upload_seconds,
            )
        except (BotoCoreError, ClientError) as unable:
            raise UpstreamUnavailable(f"S3: {unable}") from unable
        return {"url": form["url"], "fields": form["fields"]}

    def read(self, key: str, version_id: str | None) -> bytes:
        """That version, whatever the key holds by now; what is too large is not even fetched."""
        version: Any = {"VersionId": version_id} if version_id else {}
        try:
            with translate_s3_errors():
                answer = self._s3.get_object(Bucket=self._bucket, Key=key, **version)
                check_size(answer["ContentLength"], self._rules)
                return answer["Body"].read()
        except ClientError as absent:  # the rest has a name of ours by now
            raise ImageRefused("the image is no longer in the bucket") from absent

    def link(self, key: str, version_id: str | None) -> str:
        """An address at which this version can be read for some minutes."""
        version = {"VersionId": version_id} if version_id else {}
        return self._s3.generate_presigned_url(
            "get_object", Params={"Bucket": self._bucket, "Key": key, **version}, ExpiresIn=self._rules.link_seconds
        )

    def delete(self, key: str) -> None:
        """Puts the mark of a deletion over the image; its row goes with the event of that."""
        with translate_s3_errors():
            self._s3.delete_object(Bucket=self._bucket, Key=key)
