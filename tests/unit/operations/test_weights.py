"""Upload of the vision model's weights."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import boto3
import httpx
import pytest
from boto3.exceptions import S3UploadFailedError
from botocore.exceptions import NoCredentialsError
from moto import mock_aws

from cdk.model_files import ModelFile, pinned
from operations.account import OperationRefused, TargetAccount, run, target_of
from operations.weights import ModelDamaged, WeightsBucket, bucket_of, from_folder, from_publisher, main, upload
from tests.support.aws_accounts import Accounts, stack

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

CONTENT = {"qwen.gguf": b"weights" * 1000, "mmproj.gguf": b"projector"}
FILES = [ModelFile(name, len(body), hashlib.sha256(body).hexdigest()) for name, body in CONTENT.items()]
SOURCE = "https://models.example/main"


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch) -> "Iterator[S3Client]":
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws():
        client = boto3.client("s3")
        client.create_bucket(Bucket="models")
        yield client


def keys(s3: "S3Client") -> set[str]:
    return {one["Key"] for one in s3.list_objects_v2(Bucket="models").get("Contents", [])}


def source(content: dict[str, bytes]) -> httpx.Client:
    def serve(request: httpx.Request) -> httpx.Response:
        if request.url.host == "models.example":  # as the publisher does, which hands the files out from elsewhere
            return httpx.Response(302, headers={"location": f"https://cdn.example{request.url.path}"})
        name = request.url.path.rsplit("/", 1)[1]
        return httpx.Response(200, content=content[name]) if name in content else httpx.Response(404)

    return httpx.Client(transport=httpx.MockTransport(serve))


def bring_from(content: dict[str, bytes], s3: "S3Client") -> int:
    return upload(FILES, from_publisher(SOURCE, source(content)), WeightsBucket(s3, "models"))


def test_files_are_uploaded_under_their_digests(s3: "S3Client") -> None:
    assert bring_from(CONTENT, s3) == 2
    assert keys(s3) == {file.key for file in FILES}
    assert s3.get_object(Bucket="models", Key=FILES[0].key)["Body"].read() == CONTENT["qwen.gguf"]


def test_uploaded_files_are_not_downloaded_again(s3: "S3Client") -> None:
    bring_from(CONTENT, s3)
    assert bring_from({}, s3) == 0


@pytest.mark.parametrize(
    "odd", [b"weighty" * 1000, b"weights" * 999, b"weights" * 1001, b""], ids=["other", "short", "long", "empty"]
)
def test_a_wrong_file_is_not_uploaded(odd: bytes, s3: "S3Client") -> None:
    with pytest.raises(ModelDamaged, match=r"qwen\.gguf is not the pinned file"):
        bring_from({**CONTENT, "qwen.gguf": odd}, s3)
    assert keys(s3) == set()


def test_a_missing_source_uploads_nothing(s3: "S3Client") -> None:
    with pytest.raises(httpx.HTTPStatusError):
        bring_from({}, s3)
    assert keys(s3) == set()


def test_files_can_come_from_a_folder(s3: "S3Client", tmp_path: Path) -> None:
    for name, body in CONTENT.items():
        (tmp_path / name).write_bytes(body)
    assert upload(FILES, from_folder(tmp_path), WeightsBucket(s3, "models")) == 2


class TestBucket:
    def test_the_vision_stack_names_the_bucket(self, accounts: Accounts) -> None:
        account = accounts.of()
        stack(account, "vision", {"VisionSecret": "a key", "ModelBucket": "models"})
        assert bucket_of(account) == "models"

    def test_a_backend_without_weights_is_refused(self, accounts: Accounts) -> None:
        account = accounts.of()
        stack(account, "vision", {"VisionSecret": "a key"})
        with pytest.raises(OperationRefused, match="needs no weights"):
            bucket_of(account)

    def test_a_missing_stack_is_named(self, accounts: Accounts) -> None:
        with pytest.raises(OperationRefused, match="footy-dev-vision is not deployed"):
            bucket_of(accounts.of())


def test_the_region_of_the_target_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    north = target_of("dev").model_copy(update={"region": "eu-north-1"})
    monkeypatch.setattr("operations.account.target_of", lambda *_: north)
    with mock_aws():
        there = TargetAccount.of("dev")
        stack(there, "vision", {"ModelBucket": "models"})
        there.client("s3").create_bucket(
            Bucket="models", CreateBucketConfiguration={"LocationConstraint": north.region}
        )
        with pytest.raises(OperationRefused, match=r"the model cannot be read: .*/nowhere/"):
            main(["--target", "dev", "--from", "/nowhere"])


@pytest.mark.parametrize("failure", [S3UploadFailedError("no\nspace"), NoCredentialsError()])
def test_what_aws_refuses_is_one_line_and_two(failure: Exception, capsys: pytest.CaptureFixture[str]) -> None:
    def work() -> int:
        raise failure

    with pytest.raises(SystemExit, match="2"):
        run(work)
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith("footy: AWS refuses: ")


def test_the_pinned_model_is_one_revision_of_two_files() -> None:
    where, files = pinned()
    assert len(where.rsplit("/", 1)[1]) == 40
    assert {role: file.name.endswith(".gguf") for role, file in files.items()} == {"MODEL": True, "MMPROJ": True}
    assert all(len(bytes.fromhex(file.sha256)) == 32 for file in files.values())
