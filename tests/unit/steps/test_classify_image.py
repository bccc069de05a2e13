"""A real network, small and fed like ResNet-50, brought through a bucket and asked for one image."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws
from PIL import Image

from footy.adapters.models import Models
from footy.adapters.uploaded import Uploaded
from footy.errors import ModelUnusable
from footy.settings import Rules, Settings
from footy.steps.classify_image import Output, classify_image
from footy.world import World
from tests.unit.images.tiny import tiny_card, tiny_model


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "tmp").mkdir()
    with mock_aws():
        client = boto3.client("s3")
        for name in ("models", "uploads"):
            client.create_bucket(Bucket=name)
        client.put_bucket_versioning(Bucket="uploads", VersioningConfiguration={"Status": "Enabled"})
        yield client


def put(s3: Any, colour: str) -> str:
    written = io.BytesIO()
    Image.new("RGB", (300, 200), colour).save(written, "PNG")
    version: str = s3.put_object(Bucket="uploads", Key="club/hero.png", Body=written.getvalue())["VersionId"]
    return version


def classify(s3: Any, version: str) -> Output:
    world = World(Settings(image_model="tiny", models_bucket="models"))
    world.uploaded, world.models = Uploaded(s3, "uploads", Rules()), Models(s3, "models")
    return classify_image({"key": "club/hero.png", "version_id": version}, world)


def test_the_version_that_was_uploaded_is_classified_whatever_the_key_holds_now(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    card = Models(s3, "models").put(tiny_card(file), file)
    version = put(s3, "blue")
    put(s3, "red")
    answer = classify(s3, version)
    assert [guess["label"] for guess in answer["top"]] == ["blue", "green", "red"]
    assert answer["model"] == {"name": "tiny", "digest": card.digest}
    assert sum(guess["score"] for guess in answer["top"]) == pytest.approx(1, abs=1e-5)


def test_a_model_that_was_not_brought_is_named(s3: Any) -> None:
    with pytest.raises(ModelUnusable, match=r"the model tiny has not been brought: model\.json"):
        classify(s3, put(s3, "red"))


def test_a_model_whose_file_is_missing_is_named(s3: Any, tmp_path: Path) -> None:
    s3.put_object(Bucket="models", Key="tiny/model.json", Body=tiny_card(tiny_model(tmp_path)))
    with pytest.raises(ModelUnusable, match=r"tiny\.onnx is not in its bucket"):
        classify(s3, put(s3, "red"))


def test_a_model_with_another_digest_is_not_used(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    Models(s3, "models").put(tiny_card(file), file)
    s3.put_object(Bucket="models", Key="tiny/tiny.onnx", Body=file.read_bytes() + b" ")
    with pytest.raises(ModelUnusable, match="damaged: its digest is"):
        classify(s3, put(s3, "red"))


def test_a_file_that_is_no_model_is_told(s3: Any, tmp_path: Path) -> None:
    file = tmp_path / "tiny.onnx"
    file.write_bytes(b"no model")
    Models(s3, "models").put(tiny_card(file), file)
    with pytest.raises(ModelUnusable, match="cannot be loaded"):
        classify(s3, put(s3, "red"))


def test_who_brings_another_file_is_refused(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    with pytest.raises(ModelUnusable, match="is not the file of tiny"):
        Models(s3, "models").put(tiny_card(file, digest="0" * 64), file)
    assert "Contents" not in s3.list_objects_v2(Bucket="models")


@pytest.mark.parametrize(
    "wrong",
    [{"digest": "short"}, {"side": 512}, {"filter": "nearest"}, {"deviation": [0, 1, 1]}, {"more": 1}, {"labels": []}],
)
def test_a_card_that_makes_no_sense_is_refused(s3: Any, tmp_path: Path, wrong: dict[str, Any]) -> None:
    file = tiny_model(tmp_path)
    with pytest.raises(ModelUnusable, match=r"model\.json"):
        Models(s3, "models").put(tiny_card(file, **wrong), file)
