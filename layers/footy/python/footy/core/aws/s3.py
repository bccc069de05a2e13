"""What both buckets need of S3: objects listed and removed, failures under our names."""

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

Asked = TypeVar("Asked")
Value = TypeVar("Value")

DELETE_AT_ONCE = 1000
CALLS_AT_ONCE = 10  # as many connections as a client keeps
# an answer to HEAD has no body to name its error in; a version that is the mark of a deletion knows no GET
ABSENT = ("NoSuchKey", "NoSuchVersion", "MethodNotAllowed", "404")


@contextmanager
def translate_s3_errors() -> Iterator[None]:
    """Failures of S3 under the name that state machines retry on; an absent object stays what it is."""
    try:
        yield
    except ClientError as refused:
        if refused.response["Error"]["Code"] in ABSENT:
            raise
        raise UpstreamUnavailable(f"S3: {refused}") from refused
    except BotoCoreError as unreachable:
        raise UpstreamUnavailable(f"S3: {unreachable}") from unreachable


def run_parallel(call: Callable[[Asked], Value], about: Iterable[Asked]) -> list[Value]:
    """The answers in order; each call is a way there and back, and none waits for another."""
    asked = list(about)
    if len(asked) < 2:  # noqa: PLR2004 - one call needs no company
        return [call(one) for one in asked]
    with ThreadPoolExecutor(min(len(asked), CALLS_AT_ONCE)) as pool:
        return list(pool.map(call, asked))


def keys_under(s3: "S3Client", bucket: str, prefix: str) -> Iterator[str]:
    """Every key with that beginning."""
    with translate_s3_errors():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            yield from (found["Key"] for found in page.get("Contents", []))


def keys_older_than(s3: "S3Client", bucket: str, age: timedelta, prefix: str = "") -> Iterator[list[str]]:
    """Measured by S3's own clock: the one that the objects are dated with."""
    with translate_s3_errors():
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=bucket, Prefix=prefix):
            now = parsedate_to_datetime(page["ResponseMetadata"]["HTTPHeaders"]["date"])
            if keys := [found["Key"] for found in page.get("Contents", []) if now - found["LastModified"] >= age]:
                yield keys


def delete_objects(s3: "S3Client", bucket: str, keys: Iterable[str]) -> int:
    """Removes objects, however many; those that are gone already count as removed."""
    removed = 0
    waiting = list(keys)
    for start in range(0, len(waiting), DELETE_AT_ONCE):
        batch: list[ObjectIdentifierTypeDef] = [{"Key": key} for key in waiting[start : start + DELETE_AT_ONCE]]
        with translate_s3_errors():
            answer = s3.delete_objects(Bucket=bucket, Delete={"Objects": batch, "Quiet": True})
        if answer.get("Errors"):
            raise UpstreamUnavailable(f"S3 kept {len(answer['Errors'])} of {len(batch)} objects")
        removed += len(batch)
    return removed
