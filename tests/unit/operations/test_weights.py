"""The vision model comes into its bucket, and nothing else does."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import httpx
import pytest
from botocore.stub import Stubber
from moto import mock_aws

from cdk.model import ModelFile, pinned
from operations.weights import Bucket, ModelDamaged, NoBucket, bring, bucket_of, lying_in, published

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
    return bring(FILES, published(SOURCE, source(content)), Bucket(s3, "models"), lambda _: None)


def test_each_file_lies_under_its_digest(s3: "S3Client") -> None:
    assert bring_from(CONTENT, s3) == 2
    assert keys(s3) == {file.key for file in FILES}
    assert s3.get_object(Bucket="models", Key=FILES[0].key)["Body"].read() == CONTENT["qwen.gguf"]


def test_what_is_there_is_not_fetched_again(s3: "S3Client") -> None:
    bring_from(CONTENT, s3)
    assert bring_from({}, s3) == 0


@pytest.mark.parametrize(
    "odd", [b"weighty" * 1000, b"weights" * 999, b"weights" * 1001, b""], ids=["other", "short", "long", "empty"]
)
def test_what_is_not_what_was_pinned_is_never_uploaded(odd: bytes, s3: "S3Client") -> None:
    with pytest.raises(ModelDamaged, match=r"qwen\.gguf is not the file that was pinned"):
        bring_from({**CONTENT, "qwen.gguf": odd}, s3)
    assert keys(s3) == set()


def test_a_source_that_has_nothing_uploads_nothing(s3: "S3Client") -> None:
    with pytest.raises(httpx.HTTPStatusError):
        bring_from({}, s3)
    assert keys(s3) == set()


def test_a_folder_may_have_the_files_already(s3: "S3Client", tmp_path: Path) -> None:
    for name, body in CONTENT.items():
        (tmp_path / name).write_bytes(body)
    assert bring(FILES, lying_in(tmp_path), Bucket(s3, "models"), lambda _: None) == 2


class TestBucket:
    def stacks(self, *outputs: str) -> dict[str, Any]:
        told = [{"OutputKey": name, "OutputValue": f"the-{name}"} for name in outputs]
        return {"Stacks": [{"StackName": "s", "CreationTime": 0, "StackStatus": "CREATE_COMPLETE", "Outputs": told}]}

    def asked(self, answer: dict[str, Any] | None) -> str:
        client = boto3.client("cloudformation", region_name="us-east-1")
        with Stubber(client) as stub:
            if answer is None:
                stub.add_client_error("describe_stacks", "ValidationError", "Stack does not exist")
            else:
                stub.add_response("describe_stacks", answer, {"StackName": "footy-dev-vision"})
            return bucket_of("dev", client)

    def test_it_is_named_by_the_stack_of_the_target(self) -> None:
        assert self.asked(self.stacks("VisionSecret", "ModelBucket")) == "the-ModelBucket"

    def test_a_target_without_a_model_of_its_own_is_told_so(self) -> None:
        with pytest.raises(NoBucket, match="serves no model of its own"):
            self.asked(self.stacks())

    def test_a_target_that_is_not_deployed_is_named(self) -> None:
        with pytest.raises(NoBucket, match="footy-dev-vision is not deployed"):
            self.asked(None)


def test_the_pinned_model_is_one_revision_of_two_files() -> None:
    where, files = pinned()
    assert len(where.rsplit("/", 1)[1]) == 40
    assert {role: file.name.endswith(".gguf") for role, file in files.items()} == {"MODEL": True, "MMPROJ": True}
    assert all(len(bytes.fromhex(file.sha256)) == 32 for file in files.values())
