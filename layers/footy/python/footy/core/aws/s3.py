"""Object listing and deletion for every bucket, with S3 failures translated."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, TypeVar

from botocore.exceptions import BotoCoreError, ClientError

from footy.core.errors import UpstreamUnavailable

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_s3.type_defs import ObjectIdentifierTypeDef

Argument = TypeVar("Argument")
Value = TypeVar("Value")

DELETE_BATCH = 1000
PARALLEL_CALLS = 10  # connections of one client
# HEAD answers have no body that names the error; a delete marker answers GET with MethodNotAllowed
ABSENT = ("NoSuchKey", "NoSuchVersion", "MethodNotAllowed", "404")


@contextmanager
def translate_s3_errors() -> Iterator[None]:
    """Raise failures of S3 as UpstreamUnavailable; leave the error of an absent object as it is."""
    try:
        yield
    except ClientError as refused:
        if refused.response["Error"]["Code"] in ABSENT:
            raise
        raise UpstreamUnavailable(f"S3: {refused}") from refused
    except BotoCoreError as unreachable:
        raise UpstreamUnavailable(f"S3: {unreachable}") from unreachable


def run_parallel(call: Callable[[Argument], Value], arguments: Iterable[Argument]) -> list[Value]:
    """Call with each argument in parallel and return the results in order."""
    values = list(arguments)
    if len(values) < 2:  # noqa: PLR2004 - one call needs no threads
        return [call(value) for value in values]
    with ThreadPoolExecutor(min(len(values), PARALLEL_CALLS)) as pool:
        return list(pool.map(call, values))


def keys_under(s3: "S3Client", bucket: str, prefix: str) -> Iterator[str]:
    """List every key with this prefix."""
    with translate_s3_errors():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            yield from (entry["Key"] for entry in page.get("Contents", []))


def keys_older_than(s3: "S3Client", bucket: str, age: timedelta, prefix: str = "") -> Iterator[list[str]]:
    """List keys by page, with their age measured by S3's own clock."""
    with translate_s3_errors():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            now = parsedate_to_datetime(page["ResponseMetadata"]["HTTPHeaders"]["date"])
            if keys := [entry["Key"] for entry in page.get("Contents", []) if now - entry["LastModified"] >= age]:
                yield keys


def delete_objects(s3: "S3Client", bucket: str, keys: Iterable[str]) -> int:
    """Delete any number of objects; absent ones count as deleted."""
    removed = 0
    remaining = list(keys)
    for start in range(0, len(remaining), DELETE_BATCH):
        batch: list[ObjectIdentifierTypeDef] = [{"Key": key} for key in remaining[start : start + DELETE_BATCH]]
        with translate_s3_errors():
            answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": batch, "Quiet": True})
        if answer.get("Errors"):
            raise UpstreamUnavailable(f"S3 kept {len(answer['Errors'])} of {len(batch)} objects")
        removed += len(batch)
    return removed
