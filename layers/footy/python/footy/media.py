"""Everything in S3: the published clips of the media bucket, and the working files of downloads."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from botocore.exceptions import BotoCoreError, ClientError

from footy.clips.manifest import Manifest, Result, read_result
from footy.errors import UpstreamUnavailable
from footy.search.names import ascii_of

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CopySourceTypeDef, ObjectIdentifierTypeDef

VIDEO, IMAGE, JSON = "video/mp4", "image/jpeg", "application/json"
FOR_EVER = "public, max-age=31536000, immutable"
LABEL_LENGTH = 100
DELETE_AT_ONCE = 1000
ABSENT = ("NoSuchKey", "404")  # an answer to HEAD has no body to name its error in


def clip_key(event_id: str, md5: str) -> str:
    """Where a clip is published: named by its content, under its goal, under its fixture."""
    return f"{event_prefix(event_id)}{md5[:16]}.mp4"


def event_prefix(event_id: str) -> str:
    """What the keys of all clips of a goal start with; the first part of a goal's id is its fixture."""
    return f"{event_id.partition('_')[0]}/{event_id}/"


def work_key(download_id: str, name: str) -> str:
    """Where a working file of a download is."""
    return f"{download_id}/{name}"


class Media:
    """The bucket of published clips."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def url(self, key: str) -> str:
        """The address of an object as it is kept in documents."""
        return f"s3://{self._bucket}/{key}"

    def presigned_url(self, key: str, *, seconds: int) -> str:
        """An address that anybody can watch the clip at for a while."""
        return self._s3.generate_presigned_url(
            "get_object", Params={"Bucket": self._bucket, "Key": key}, ExpiresIn=seconds
        )

    def publish(self, source: "CopySourceTypeDef", key: str, labels: Mapping[str, str]) -> None:
        """Copies a working file to its published place, inside S3; publishing again changes nothing."""
        with _reaching_s3():
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
        return list(_keys(self._s3, self._bucket, event_prefix(event_id)))

    def settled(self, age: timedelta, event_id: str | None = None) -> Iterator[list[str]]:
        """Published objects older than that, page by page: no batch is still about to name them."""
        return _settled(self._s3, self._bucket, age, event_prefix(event_id) if event_id else "")

    def delete_keys(self, keys: Iterable[str]) -> int:
        """Removes objects; those that are gone already count as removed."""
        return _delete(self._s3, self._bucket, keys)

    def delete_fixture(self, fixture_id: int) -> int:
        """Removes every object of a fixture, however many there are."""
        return _delete(self._s3, self._bucket, _keys(self._s3, self._bucket, f"{fixture_id}/"))


class Work:
    """The bucket where one download hands its files from step to step."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put_manifest(self, manifest: Manifest) -> None:
        self._put(work_key(manifest["download_id"], "manifest.json"), _dump(manifest), JSON)

    def manifest(self, download_id: str) -> Manifest | None:
        """What the download was to fetch; None when there was nothing."""
        written = self._text(work_key(download_id, "manifest.json"))
        return None if written is None else cast("Manifest", json.loads(written))

    def put_result(self, result: Result) -> None:
        self._put(work_key(result["download_id"], "result.json"), _dump(result), JSON)

    def result(self, download_id: str) -> Result | None:
        """What the download brought; None when the task never came to its end."""
        written = self._text(work_key(download_id, "result.json"))
        return None if written is None else read_result(written, download_id)

    def put_clip(self, download_id: str, md5: str, file: Path) -> None:
        with _reaching_s3(), file.open("rb") as content:
            self._s3.put_object(
                Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"), Body=content, ContentType=VIDEO
            )

    def clip(self, download_id: str, md5: str) -> "CopySourceTypeDef":
        """The working file of a clip, as the source of a copy."""
        return {"Bucket": self._bucket, "Key": work_key(download_id, f"{md5}.mp4")}

    def fault(self, download_id: str, md5: str) -> Literal["file_missing", "file_changed"] | None:
        """What is wrong with the working file of a clip; S3's own checksum of a file put in one piece is its MD5."""
        try:
            with _reaching_s3():
                found = self._s3.head_object(Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"))
        except ClientError:
            return "file_missing"
        return None if found["ETag"].strip('"') == md5 else "file_changed"

    def put_frame(self, download_id: str, md5: str, percent: int, jpeg: bytes) -> None:
        self._put(work_key(download_id, f"{md5}-{percent}.jpg"), jpeg, IMAGE)

    def frame(self, download_id: str, md5: str, percent: int) -> bytes:
        """A frame of a clip, as JPEG."""
        return self._get(work_key(download_id, f"{md5}-{percent}.jpg"))

    def delete(self, download_id: str) -> int:
        """Removes every working file of a download."""
        return _delete(self._s3, self._bucket, _keys(self._s3, self._bucket, work_key(download_id, "")))

    def settled(self, age: timedelta) -> Iterator[list[str]]:
        """Working files older than that, page by page."""
        return _settled(self._s3, self._bucket, age)

    def delete_keys(self, keys: Iterable[str]) -> int:
        """Removes working files; those that are gone already count as removed."""
        return _delete(self._s3, self._bucket, keys)

    def _text(self, key: str) -> bytes | None:
        try:
            return self._get(key)
        except self._s3.exceptions.NoSuchKey:
            return None

    def _get(self, key: str) -> bytes:
        with _reaching_s3():
            return self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()

    def _put(self, key: str, body: bytes, kind: str) -> None:
        with _reaching_s3():
            self._s3.put_object(Bucket=self._bucket, Key=key, Body=body, ContentType=kind)


@contextmanager
def _reaching_s3() -> Iterator[None]:
    """Failures of S3 under the name that state machines retry on; an absent object stays what it is."""
    try:
        yield
    except ClientError as refused:
        if refused.response["Error"]["Code"] in ABSENT:
            raise
        raise UpstreamUnavailable(f"S3: {refused}") from refused
    except BotoCoreError as unreachable:
        raise UpstreamUnavailable(f"S3: {unreachable}") from unreachable


def _keys(s3: "S3Client", bucket: str, prefix: str) -> Iterator[str]:
    with _reaching_s3():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            yield from (found["Key"] for found in page.get("Contents", []))


def _settled(s3: "S3Client", bucket: str, age: timedelta, prefix: str = "") -> Iterator[list[str]]:
    """Measured by S3's own clock: the one that the objects are dated with."""
    with _reaching_s3():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            now = parsedate_to_datetime(page["ResponseMetadata"]["HTTPHeaders"]["date"])
            if keys := [found["Key"] for found in page.get("Contents", []) if now - found["LastModified"] >= age]:
                yield keys


def _delete(s3: "S3Client", bucket: str, keys: Iterable[str]) -> int:
    removed = 0
    waiting = list(keys)
    for start in range(0, len(waiting), DELETE_AT_ONCE):
        batch: list[ObjectIdentifierTypeDef] = [{"Key": key} for key in waiting[start : start + DELETE_AT_ONCE]]
        with _reaching_s3():
            answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": batch, "Quiet": True})
        if answer.get("Errors"):
            raise UpstreamUnavailable(f"S3 kept {len(answer['Errors'])} of {len(batch)} objects")
        removed += len(batch)
    return removed


def _dump(document: Manifest | Result) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()


def _label(text: str) -> str:
    """Object metadata travels in HTTP headers: plain ASCII, and not too long."""
    return ascii_of(text)[:LABEL_LENGTH]
