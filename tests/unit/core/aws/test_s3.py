"""Both buckets, in process."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws

from footy.core.aws import s3 as room
from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.storage.media import Media
from footy.goals.adapters.storage.work import Frame, Work
from footy.goals.model.clips import ClipResult
from tests.support.goals import DOWNLOAD, GOAL

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

MD5 = "0123456789abcdef0123456789abcdef"
KEY = f"7/{GOAL}/0123456789abcdef.mp4"


@pytest.fixture
def s3() -> Iterator["S3Client"]:
    with mock_aws():
        client = boto3.client("s3", region_name="us-east-1")
        for bucket in ("media", "work"):
            client.create_bucket(Bucket=bucket)
        yield client


@pytest.fixture
def media(s3: "S3Client") -> Media:
    return Media(s3, "media")


@pytest.fixture
def work(s3: "S3Client") -> Work:
    return Work(s3, "work")


def put(s3: "S3Client", *keys: str, bucket: str = "media") -> None:
    for key in keys:
        s3.put_object(Bucket=bucket, Key=key, Body=b"x")


def remaining(s3: "S3Client", bucket: str = "media") -> list[str]:
    return [entry["Key"] for entry in s3.list_objects_v2(Bucket=bucket).get("Contents", [])]


@pytest.mark.parametrize(
    ("name", "label"),
    [
        ("M.\r\nx-amz-acl: public-read", "M. x-amz-acl: public-read"),
        ("\n  M.  Ødegaard\t", "M. Odegaard"),
        ("M.\x00\x1b[31m\x7f Ødegaard", "M. [31m Odegaard"),
        ("\u2028\u2029\u0085", ""),
        ("a" * 99 + " b", "a" * 99),
        ("\ud800M.", "M."),
    ],
)
def test_labels_are_one_line_of_ascii(s3: "S3Client", media: Media, work: Work, name: str, label: str) -> None:
    put(s3, f"{DOWNLOAD}/{MD5}.mp4", bucket="work")
    media.publish(work.clip(DOWNLOAD, MD5), KEY, {"player": name})
    assert s3.head_object(Bucket="media", Key=KEY)["Metadata"]["player"] == label


def test_publishes_with_labels_kind_and_cache_header(s3: "S3Client", media: Media, work: Work) -> None:
    put(s3, f"{DOWNLOAD}/{MD5}.mp4", bucket="work")
    for _ in range(2):
        media.publish(work.clip(DOWNLOAD, MD5), KEY, {"player": "M. Ødegaard", "team": "Beşiktaş" * 20})
    head = s3.head_object(Bucket="media", Key=KEY)
    assert head["ContentType"] == "video/mp4"
    assert "s-maxage=3600" in head["CacheControl"]
    assert "immutable" not in head["CacheControl"]
    assert head["Metadata"]["player"] == "M. Odegaard"
    assert head["Metadata"]["team"] == ("Besiktas" * 20)[:100]


def test_deletes_keys_whether_there_or_not(s3: "S3Client", media: Media) -> None:
    put(s3, "7/a", "7/b", "7/c")
    assert media.delete_keys(["7/a", "7/b", "7/gone"]) == 3
    assert remaining(s3) == ["7/c"]
    assert media.delete_keys([]) == 0


def test_deletes_a_fixture_page_by_page(s3: "S3Client", media: Media, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "DELETE_BATCH", 3)
    put(s3, *(f"7/{GOAL}/{n}.mp4" for n in range(8)), "77/other", "8/other")
    assert media.delete_fixture(7) == 8
    assert remaining(s3) == ["77/other", "8/other"]


def test_objects_that_s3_keeps_are_an_error(media: Media, s3: "S3Client", monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(s3, "delete_objects", lambda **_: {"Errors": [{"Key": "7/a", "Code": "InternalError"}]})
    with pytest.raises(UpstreamUnavailable):
        media.delete_keys(["7/a"])


def test_a_bucket_out_of_reach_is_named_as_such(s3: "S3Client") -> None:
    with pytest.raises(UpstreamUnavailable):
        Media(s3, "nowhere").delete_fixture(7)
    with pytest.raises(UpstreamUnavailable):
        Work(s3, "nowhere").put_result(DOWNLOAD, {"tweet_id": "1", "clip": None, "outcome": "deleted"})


def test_working_files_come_and_go_together(s3: "S3Client", work: Work) -> None:
    work.put_manifest({"event_id": GOAL, "download_id": DOWNLOAD, "clips": []})
    result: ClipResult = {"tweet_id": "1", "clip": None, "outcome": "deleted"}
    work.put_result(DOWNLOAD, result)
    work.put_frame(DOWNLOAD, MD5, 25, Frame(b"jpeg", 3.25))
    put(s3, f"{DOWNLOAD}0/other", bucket="work")
    assert work.frame(DOWNLOAD, MD5, 25) == Frame(b"jpeg", 3.25)
    assert work.has_result(DOWNLOAD, "1")
    assert work.result(DOWNLOAD, "1") == result
    assert work.delete(DOWNLOAD) == 3
    assert work.result(DOWNLOAD, "1") is None
    assert remaining(s3, "work") == [f"{DOWNLOAD}0/other"]


def test_a_bucket_that_does_not_answer_is_not_a_missing_file(s3: "S3Client") -> None:
    with pytest.raises(UpstreamUnavailable):
        Work(s3, "NOT A BUCKET").fault(DOWNLOAD, MD5)
