"""Work bucket: the files that the steps of one download pass on."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from io import BufferedReader, FileIO
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from botocore.exceptions import ClientError

from footy.core.aws.s3 import delete_objects, keys_older_than, keys_under, translate_s3_errors
from footy.core.http.connections import ProgressCallback, ignore_progress
from footy.goals.model.clips import FRAMES, ClipResult, Manifest
from footy.goals.model.keys import work_key

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import CopySourceTypeDef

VIDEO, IMAGE, JSON = "video/mp4", "image/jpeg", "application/json"
SECOND = "second"


@dataclass(frozen=True, slots=True)
class Frame:
    """Frame of a clip at this second."""

    jpeg: bytes
    second: float


class _WatchedFile(FileIO):
    """File that reports each read as progress."""

    def __init__(self, file: Path, on_progress: ProgressCallback) -> None:
        super().__init__(file)
        self._on_progress = on_progress

    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        self._on_progress()
        return super().readinto(buffer)


class Work:
    """Working files of downloads."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def put_manifest(self, manifest: Manifest) -> None:
        self._put(work_key(manifest["download_id"], "manifest.json"), _dump(manifest), JSON)

    def manifest(self, download_id: str) -> Manifest | None:
        """Return the posts of the download; None when there is no manifest."""
        body = self._text(work_key(download_id, "manifest.json"))
        return None if body is None else cast("Manifest", json.loads(body))

    def put_result(self, download_id: str, result: ClipResult) -> None:
        self._put(_result_key(download_id, result["tweet_id"]), _dump(result), JSON)

    def has_result(self, download_id: str, tweet_id: str) -> bool:
        return self._text(_result_key(download_id, tweet_id)) is not None

    def result(self, download_id: str, tweet_id: str) -> ClipResult | None:
        """Return the result of a post; None when no worker finished it."""
        body = self._text(_result_key(download_id, tweet_id))
        if body is None:
            return None
        from footy.goals.adapters.messages import read_result  # noqa: PLC0415 - the clips container has no pydantic

        return read_result(body, tweet_id)

    def put_clip(self, download_id: str, md5: str, file: Path, on_progress: ProgressCallback = ignore_progress) -> None:
        """Upload a clip, reporting progress."""
        with translate_s3_errors(), BufferedReader(_WatchedFile(file, on_progress)) as content:
            self._s3.put_object(
                Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"), Body=content, ContentType=VIDEO
            )

    def clip(self, download_id: str, md5: str) -> "CopySourceTypeDef":
        """Return the working file as a copy source."""
        return {"Bucket": self._bucket, "Key": work_key(download_id, f"{md5}.mp4")}

    def fault(self, download_id: str, md5: str) -> Literal["file_missing", "file_changed"] | None:
        """Return what is wrong with the working file; the ETag of a single-part upload is its MD5."""
        try:
            with translate_s3_errors():
                object_head = self._s3.head_object(Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"))
        except ClientError:
            return "file_missing"
        return None if object_head["ETag"].strip('"') == md5 else "file_changed"

    def put_frame(self, download_id: str, tweet_id: str, percent: int, frame: Frame) -> None:
        key, second = _frame_key(download_id, tweet_id, percent), {SECOND: f"{frame.second:.3f}"}
        with translate_s3_errors():
            self._s3.put_object(Bucket=self._bucket, Key=key, Body=frame.jpeg, ContentType=IMAGE, Metadata=second)

    def frame(self, download_id: str, tweet_id: str, percent: int) -> Frame:
        """Return a frame; without metadata its second is unknown (infinite)."""
        with translate_s3_errors():
            stored = self._s3.get_object(Bucket=self._bucket, Key=_frame_key(download_id, tweet_id, percent))
            return Frame(stored["Body"].read(), float(stored["Metadata"].get(SECOND, "inf")))

    def picture(self, download_id: str, tweet_id: str, percent: int) -> "CopySourceTypeDef":
        """Return a frame as a copy source."""
        return {"Bucket": self._bucket, "Key": _frame_key(download_id, tweet_id, percent)}

    def has_frames(self, download_id: str, tweet_id: str) -> bool:
        """Return True when the frames of this post were uploaded."""
        return self.has_frame(download_id, tweet_id, FRAMES[-1])

    def has_frame(self, download_id: str, tweet_id: str, percent: int) -> bool:
        try:
            with translate_s3_errors():
                self._s3.head_object(Bucket=self._bucket, Key=_frame_key(download_id, tweet_id, percent))
        except ClientError:
            return False
        return True

    def delete(self, download_id: str) -> int:
        """Delete all working files of a download."""
        return delete_objects(self._s3, self._bucket, keys_under(self._s3, self._bucket, work_key(download_id, "")))

    def old_keys(self, age: timedelta) -> Iterator[list[str]]:
        """Return working files older than this, by page."""
        return keys_older_than(self._s3, self._bucket, age)

    def delete_keys(self, keys: Iterable[str]) -> int:
        return delete_objects(self._s3, self._bucket, keys)

    def _text(self, key: str) -> bytes | None:
        try:
            return self._get(key)
        except self._s3.exceptions.NoSuchKey:
            return None

    def _get(self, key: str) -> bytes:
        with translate_s3_errors():
            return self._s3.get_object(Bucket=self._bucket, Key=key)["Body"].read()

    def _put(self, key: str, body: bytes, kind: str) -> None:
        with translate_s3_errors():
            self._s3.put_object(Bucket=self._bucket, Key=key, Body=body, ContentType=kind)


def _frame_key(download_id: str, tweet_id: str, percent: int) -> str:
    return work_key(download_id, f"{tweet_id}-{percent}.jpg")


def _result_key(download_id: str, tweet_id: str) -> str:
    return work_key(download_id, f"{tweet_id}.json")


def _dump(document: Manifest | ClipResult) -> bytes:
    return json.dumps(document, separators=(",", ":")).encode()
