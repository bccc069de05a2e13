"""The runbook's commands that bring clips back, run as they stand there."""

import json
import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

import boto3
import jmespath  # type: ignore[import-untyped] # what the AWS CLI reads a --query with
import pytest
from moto import mock_aws

from cdk.packages import ROOT
from footy.goals.adapters.storage.media import Media

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

KEYS = {f"979139/979139_26_154_Goal_{n}/clip.mp4" for n in range(3)}


def commands(text: str) -> list[list[str]]:
    """What stands in the block below the heading `Clips`."""
    block = re.search(r"## Clips\n.*?```\n(.*?)```", text, re.DOTALL)
    assert block is not None
    return [shlex.split(line.partition(" > ")[0]) for line in block[1].splitlines()]


def option(command: list[str], name: str) -> str:
    return command[command.index(name) + 1]


@pytest.fixture
def s3() -> Iterator["S3Client"]:
    """A bucket of three clips, versioned as the deployed one."""
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        client.create_bucket(Bucket="media")
        client.put_bucket_versioning(Bucket="media", VersioningConfiguration={"Status": "Enabled"})
        for key in KEYS:
            client.put_object(Bucket="media", Key=key, Body=key.encode())
        yield client


def objects(s3: "S3Client") -> set[str]:
    return {found["Key"] for found in s3.list_objects_v2(Bucket="media").get("Contents", [])}


def bring_back(s3: "S3Client", prefix: str) -> list[dict[str, Any]]:
    """Both commands; answers what the first one listed."""
    listing, deletion = commands((ROOT / "docs" / "operator" / "restoring.md").read_text(encoding="utf-8"))
    assert [listing[2], deletion[2]] == ["list-object-versions", "delete-objects"]
    assert option(deletion, "--delete") == "file://markers.json"
    answer = s3.get_paginator("list_object_versions").paginate(Bucket="media", Prefix=prefix).build_full_result()
    markers = jmespath.search(option(listing, "--query"), json.loads(json.dumps(answer, default=str)))
    if markers["Objects"]:
        s3.delete_objects(Bucket="media", Delete=cast("Any", markers))
    return list(markers["Objects"] or [])


def test_deleted_clips_come_back_with_their_content(s3: "S3Client") -> None:
    Media(s3, "media").delete_fixture(979139)
    assert objects(s3) == set()
    assert len(bring_back(s3, "979139/")) == 3
    assert objects(s3) == KEYS
    assert {s3.get_object(Bucket="media", Key=key)["Body"].read().decode() for key in KEYS} == KEYS


def test_then_there_is_nothing_left_to_bring_back(s3: "S3Client") -> None:
    Media(s3, "media").delete_fixture(979139)
    bring_back(s3, "979139/")
    assert bring_back(s3, "979139/") == []


def test_a_clip_that_was_published_again_meanwhile_stays(s3: "S3Client") -> None:
    key = min(KEYS)
    Media(s3, "media").delete_fixture(979139)
    s3.put_object(Bucket="media", Key=key, Body=b"again")
    assert len(bring_back(s3, "979139/")) == 2
    assert s3.get_object(Bucket="media", Key=key)["Body"].read() == b"again"


def test_other_fixtures_are_left_alone(s3: "S3Client") -> None:
    Media(s3, "media").delete_fixture(979139)
    assert bring_back(s3, "1/") == []
