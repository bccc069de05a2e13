"""The work bucket: the files that the steps of one download hand to each other."""

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
    """One picture of a clip, and at which second it stands there."""

    jpeg: bytes
    second: float


class _Noticed(FileIO):
    """A file of which it is told when some of it is read."""

    def __init__(self, file: Path, moved: ProgressCallback) -> None:
        super().__init__(file)
        self._moved = moved

    def readinto(self, buffer: "WriteableBuffer", /) -> int | None:
        self._moved()
        return super().readinto(buffer)


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

    def put_result(self, download_id: str, result: ClipResult) -> None:
        self._put(_result_key(download_id, result["tweet_id"]), _dump(result), JSON)

    def has_result(self, download_id: str, tweet_id: str) -> bool:
        """Whether it is known what became of a clip."""
        return self._text(_result_key(download_id, tweet_id)) is not None

    def result(self, download_id: str, tweet_id: str) -> ClipResult | None:
        """What became of a clip; None when no worker came to its end with it."""
        written = self._text(_result_key(download_id, tweet_id))
        if written is None:
            return None
        from footy.goals.adapters.messages import read_result  # noqa: PLC0415 - the task that writes it has no pydantic

        return read_result(written, tweet_id)

    def put_clip(self, download_id: str, md5: str, file: Path, moved: ProgressCallback = ignore_progress) -> None:
        """The working file of a clip; whoever waits is told whenever some of it was taken."""
        with translate_s3_errors(), BufferedReader(_Noticed(file, moved)) as content:
            self._s3.put_object(
                Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"), Body=content, ContentType=VIDEO
            )

    def clip(self, download_id: str, md5: str) -> "CopySourceTypeDef":
        """The working file of a clip, as the source of a copy."""
        return {"Bucket": self._bucket, "Key": work_key(download_id, f"{md5}.mp4")}

    def fault(self, download_id: str, md5: str) -> Literal["file_missing", "file_changed"] | None:
        """What is wrong with the working file of a clip; S3's own checksum of a file put in one piece is its MD5."""
        try:
            with translate_s3_errors():
                found = self._s3.head_object(Bucket=self._bucket, Key=work_key(download_id, f"{md5}.mp4"))
        except ClientError:
            return "file_missing"
        return None if found["ETag"].strip('"') == md5 else "file_changed"

    def put_frame(self, download_id: str, tweet_id: str, percent: int, frame: Frame) -> None:
        key, second = _frame_key(download_id, tweet_id, percent), {SECOND: f"{frame.second:.3f}"}
        with translate_s3_errors():
            self._s3.put_object(Bucket=self._bucket, Key=key, Body=frame.jpeg, ContentType=IMAGE, Metadata=second)

    def frame(self, download_id: str, tweet_id: str, percent: int) -> Frame:
        """A frame of a clip; one that does not say where it stands, stands nowhere."""
        with translate_s3_errors():
            found = self._s3.get_object(Bucket=self._bucket, Key=_frame_key(download_id, tweet_id, percent))
            return Frame(found["Body"].read(), float(found["Metadata"].get(SECOND, "inf")))

    def picture(self, download_id: str, tweet_id: str, percent: int) -> "CopySourceTypeDef":
        """A frame of a clip, as the source of a copy."""
        return {"Bucket": self._bucket, "Key": _frame_key(download_id, tweet_id, percent)}

    def has_frames(self, download_id: str, tweet_id: str) -> bool:
        """Whether the task left anything of that post to be looked at."""
        return self.has_frame(download_id, tweet_id, FRAMES[-1])

    def has_frame(self, download_id: str, tweet_id: str, percent: int) -> bool:
        """Whether that frame of that post is there."""
        try:
            with translate_s3_errors():
                self._s3.head_object(Bucket=self._bucket, Key=_frame_key(download_id, tweet_id, percent))
        except ClientError:
            return False
        return True

    def delete(self, download_id: str) -> int:
        """Removes every working file of a download."""
        return delete_objects(self._s3, self._bucket, keys_under(self._s3, self._bucket, work_key(download_id, "")))

    def old_keys(self, age: timedelta) -> Iterator[list[str]]:
        """Working files older than that, page by page."""
        return keys_older_than(self._s3, self._bucket, age)

    def delete_keys(self, keys: Iterable[str]) -> int:
        """Removes working files; those that are gone already count as removed."""
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
