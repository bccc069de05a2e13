"""Backup bucket: one gzipped file of JSON lines per day and collection, and their line counts."""

import gzip
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import IO, TYPE_CHECKING, cast

from footy.core.aws.s3 import keys_under, translate_s3_errors

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

COUNTS = "counts.json"
GZIP = 31  # zlib's value for gzip header and trailer
LEVEL = 1  # higher levels take three times as long and compress hashes no better
PIECE = 8 * 1024 * 1024


class Backups:
    """Database backups, written once a day as a multipart upload."""

    def __init__(self, s3: "S3Client", bucket: str) -> None:
        self._s3 = s3
        self._bucket = bucket

    def has(self, day: date) -> bool:
        """Return True when that day's backup is complete."""
        return any(keys_under(self._s3, self._bucket, f"{day}/{COUNTS}"))

    def days(self) -> list[str]:
        """Return the days with a complete backup."""
        keys = (key.partition("/") for key in keys_under(self._s3, self._bucket, ""))
        return sorted(day for day, _, name in keys if name == COUNTS)

    def save(self, day: date, collection: str, lines: Iterable[bytes]) -> int:
        """Upload a collection while it is read; an interrupted upload leaves no file."""
        from boto3.s3.transfer import TransferConfig  # noqa: PLC0415 - loaded by the backup function only

        pressed = _GzipStream(lines)
        in_pieces = TransferConfig(multipart_threshold=PIECE, multipart_chunksize=PIECE, use_threads=False)
        with translate_s3_errors():
            self._s3.upload_fileobj(
                io.BufferedReader(pressed, PIECE), self._bucket, _key(day, collection), Config=in_pieces
            )
        return pressed.lines

    def finish(self, day: date, counts: Mapping[str, int]) -> None:
        """Write the counts, which complete a day."""
        with translate_s3_errors():
            self._s3.put_object(Bucket=self._bucket, Key=f"{day}/{COUNTS}", Body=json.dumps(counts).encode())

    def counts(self, day: date) -> dict[str, int]:
        """Return the number of lines of each collection."""
        return cast("dict[str, int]", json.load(self._open(f"{day}/{COUNTS}")))

    def lines(self, day: date, collection: str) -> Iterator[bytes]:
        """Read the lines of a collection as a stream."""
        with gzip.GzipFile(fileobj=self._open(_key(day, collection))) as file:
            yield from file

    def _open(self, key: str) -> IO[bytes]:
        with translate_s3_errors():
            return cast("IO[bytes]", self._s3.get_object(Bucket=self._bucket, Key=key)["Body"])


class _GzipStream(io.RawIOBase):
    """Gzip stream that is compressed while it is read."""

    def __init__(self, lines: Iterable[bytes]) -> None:
        super().__init__()
        self.lines = 0
        self._pieces = self._compress(lines)
        self._rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override] # any buffer, says the class above
        if not self._rest:
            self._rest = next(self._pieces, b"")
        size = min(len(self._rest), len(buffer))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size

    def _compress(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        press = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
        for line in lines:
            self.lines += 1
            if piece := press.compress(line + b"\n"):
                yield piece
        yield press.flush()


def _key(day: date, collection: str) -> str:
    return f"{day}/{collection}.jsonl.gz"
