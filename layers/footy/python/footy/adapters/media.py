"""The media bucket: the published clips."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING

from footy.adapters.s3 import delete_objects, keys_under, reaching_s3, settled_under
from footy.model.keys import event_prefix, fixture_prefix
from footy.model.text import ascii_of

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CopySourceTypeDef

VIDEO = "video/mp4"
FOR_EVER = "public, max-age=31536000, immutable"
LABEL_LENGTH = 100


class Media:
    """The bucket of published clips."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def url(self, key: str) -> str:
        """The address of an object as it is kept in documents."""
        return f"s3://{self._bucket}/{key}"

    def publish(self, source: "CopySourceTypeDef", key: str, labels: Mapping[str, str]) -> None:
        """Copies a working file to its published place, inside S3; publishing again changes nothing."""
        with reaching_s3():
            self._s3.copy_object(
                Bucket=self._bucket,
                Key=key,
                CopySource=source,
                MetadataDirective="REPLACE",
                Metadata={name: _label(text) for name, text in labels.items()},
                ContentType=VIDEO,
                CacheControl=FOR_EVER,
            )

    def keys(self, event_id: str) -> list[str]:
        """The published objects of a goal."""
        return list(keys_under(self._s3, self._bucket, event_prefix(event_id)))

    def settled(self, age: timedelta, event_id: str | None = None) -> Iterator[list[str]]:
        """Published objects older than that, page by page: no batch is still about to name them."""
        return settled_under(self._s3, self._bucket, age, event_prefix(event_id) if event_id else "")

    def delete_keys(self, keys: Iterable[str]) -> int:
        """Removes objects; those that are gone already count as removed."""
        return delete_objects(self._s3, self._bucket, keys)

    def delete_fixture(self, fixture_id: int) -> int:
        """Removes every object of a fixture, however many there are."""
        return delete_objects(self._s3, self._bucket, keys_under(self._s3, self._bucket, fixture_prefix(fixture_id)))


def _label(text: str) -> str:
    """Object metadata travels in HTTP headers: plain ASCII on one line, and not too long."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in ascii_of(text)).split())[
        :LABEL_LENGTH
    ].rstrip()
