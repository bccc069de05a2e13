"""A model is brought with its card, byte by byte the one that the card means, or not at all."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws

from footy.adapters.models import Models
from operations.model import main

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

NETWORK = b"an ONNX file"
CARD: dict[str, Any] = {
    "name": "tiny",
    "file": "tiny.onnx",
    "digest": hashlib.sha256(NETWORK).hexdigest(),
    "licence": "MIT",
    "source": "https://models.example/tiny.onnx",
    "resize": 256,
    "side": 224,
    "filter": "bilinear",
    "mean": [0, 0, 0],
    "deviation": [1, 1, 1],
    "output": "scores",
    "labels": "labels.txt",
}


@pytest.fixture
def s3() -> "Iterator[S3Client]":
    with mock_aws():
        client = boto3.client("s3", "us-east-1")
        client.create_bucket(Bucket="models")
        yield client


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model as somebody has fetched it: the file, its card, and the labels beside the card."""
    (tmp_path / "tiny.onnx").write_bytes(NETWORK)
    (tmp_path / "tiny.json").write_text(json.dumps(CARD))
    (tmp_path / "labels.txt").write_text("goal\nMünze, geworfen\n", encoding="utf-8")
    return tmp_path


def bring(folder: Path, bucket: str = "models") -> int:
    return main([str(folder / "tiny.onnx"), "--card", str(folder / "tiny.json"), "--bucket", bucket])


def lying_in(s3: "S3Client") -> list[str]:
    return [one["Key"] for one in s3.list_objects_v2(Bucket="models").get("Contents", [])]


def test_whoever_classifies_finds_the_file_and_a_card_with_its_labels(
    s3: "S3Client", folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bring(folder) == 0
    assert capsys.readouterr().out == "tiny: tiny.onnx is in models\n"
    models = Models(s3, "models")
    card = models.card("tiny")
    assert card.labels == ("goal", "Münze, geworfen")
    assert models.file(card).read_bytes() == NETWORK


def spoil_file(folder: Path) -> None:
    (folder / "tiny.onnx").write_bytes(b"another one")


def spoil_card(folder: Path) -> None:
    (folder / "tiny.json").write_text("{")


def forget_labels(folder: Path) -> None:
    (folder / "tiny.json").write_text(json.dumps({name: told for name, told in CARD.items() if name != "labels"}))


def lose_labels(folder: Path) -> None:
    (folder / "labels.txt").unlink()


def lose_card(folder: Path) -> None:
    (folder / "tiny.json").unlink()


def lose_file(folder: Path) -> None:
    (folder / "tiny.onnx").unlink()


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (spoil_file, "is not the file of tiny: its digest is"),
        (spoil_card, "tiny.json is no JSON object"),
        (forget_labels, "labels Field required"),
        (lose_labels, "labels.txt"),
        (lose_card, "tiny.json"),
        (lose_file, "tiny.onnx"),
    ],
)
def test_what_does_not_fit_together_is_one_line_and_nothing_is_put_there(
    s3: "S3Client", folder: Path, capsys: pytest.CaptureFixture[str], spoil: Any, why: str
) -> None:
    spoil(folder)
    assert bring(folder) == 1
    complaint = capsys.readouterr().err
    assert complaint.startswith("found-footy: ")
    assert why in complaint
    assert complaint.count("\n") == 1
    assert lying_in(s3) == []


@pytest.mark.usefixtures("s3")
def test_a_bucket_that_is_not_there_is_one_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bring(folder, bucket="another") == 1
    assert "another" in capsys.readouterr().err
