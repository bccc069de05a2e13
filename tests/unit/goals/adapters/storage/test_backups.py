"""The backup bucket: files that are made while they are sent."""

import random
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from footy.goals.adapters.storage.backups import PIECE, Backups

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

DAY = date(2022, 12, 18)


@pytest.fixture
def s3() -> Iterator["S3Client"]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="backup")
        yield client


def lines(number: int) -> Iterator[bytes]:
    """Lines that cannot be pressed much, half a megabyte each."""
    chance = random.Random(1)
    return (chance.randbytes(2**18).hex().encode() for _ in range(number))


def test_a_file_of_several_pieces_comes_back_line_by_line(s3: "S3Client") -> None:
    backups = Backups(s3, "backup")
    assert backups.save(DAY, "fixtures_active", lines(80)) == 80
    head = s3.head_object(Bucket="backup", Key="2022-12-18/fixtures_active.jsonl.gz")
    assert head["ContentLength"] > 2 * PIECE
    assert head["ETag"].endswith('-3"'), "it went up in three pieces"
    assert [line.rstrip() for line in backups.lines(DAY, "fixtures_active")] == list(lines(80))


def test_an_empty_collection_is_a_file_too(s3: "S3Client") -> None:
    backups = Backups(s3, "backup")
    assert backups.save(DAY, "fixtures_live", []) == 0
    assert list(backups.lines(DAY, "fixtures_live")) == []


def test_a_file_that_was_cut_is_not_read_as_a_shorter_one(s3: "S3Client") -> None:
    backups = Backups(s3, "backup")
    backups.save(DAY, "fixtures_live", lines(2))
    key = "2022-12-18/fixtures_live.jsonl.gz"
    half = s3.get_object(Bucket="backup", Key=key)["Body"].read()[:-9]
    s3.put_object(Bucket="backup", Key=key, Body=half)
    with pytest.raises(EOFError):
        list(backups.lines(DAY, "fixtures_live"))


def test_only_a_day_with_its_numbers_is_there(s3: "S3Client") -> None:
    backups = Backups(s3, "backup")
    backups.save(DAY, "fixtures_live", [])
    assert (backups.has(DAY), backups.days()) == (False, [])
    backups.finish(DAY, {"fixtures_live": 0})
    assert (backups.has(DAY), backups.days()) == (True, ["2022-12-18"])
    assert backups.counts(DAY) == {"fixtures_live": 0}
