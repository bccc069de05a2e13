"""A real network, small and fed like ResNet-50, brought through a bucket and asked for one square."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import boto3
import numpy as np
import pytest
from moto import mock_aws

from footy.core.errors import ModelInputUnusable, ModelUnusable
from footy.images.adapters.model_inputs import ModelInputs
from footy.images.adapters.models import Models
from footy.images.container import ImagesContainer
from footy.images.model import ModelInput
from footy.images.settings import ImageSettings
from footy.images.steps.classify_image import Output, classify_image
from tests.support.tiny_model import tiny_card, tiny_model

RED, BLUE = (255, 0, 0), (0, 0, 255)


@pytest.fixture
def s3(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", None)
    (tmp_path / "tmp").mkdir()
    with mock_aws():
        client = boto3.client("s3")
        for name in ("models", "squares"):
            client.create_bucket(Bucket=name)
        yield client


def put(s3: Any, execution: str, colour: tuple[int, int, int], cut: str = "256/224/bilinear") -> None:
    side = int(cut.split("/")[1])
    pixels = np.full((side, side, 3), colour, np.uint8).tobytes()
    ModelInputs(s3, "squares").put(f"club/{execution}.rgb", ModelInput(pixels, cut))


def container_of(s3: Any) -> ImagesContainer:
    container = ImagesContainer(ImageSettings(image_model="tiny", models_bucket="models"))
    container.model_inputs, container.models = ModelInputs(s3, "squares"), Models(s3, "models")
    return container


def classify(s3: Any, execution: str = "imgcls_1", container: ImagesContainer | None = None) -> Output:
    return classify_image({"key": "club/hero.png", "execution": execution}, container or container_of(s3))


def test_model_input_of_the_execution_is_classified(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    card = Models(s3, "models").put(tiny_card(file), file)
    put(s3, "imgcls_1", BLUE)
    put(s3, "imgcls_1-r1", RED)
    answer = classify(s3, "imgcls_1")
    assert [guess["label"] for guess in answer["top"]] == ["blue", "green", "red"]
    assert answer["model"] == {"name": "tiny", "digest": card.digest}
    assert sum(guess["score"] for guess in answer["top"]) == pytest.approx(1, abs=1e-5)


def test_missing_model_input_is_made_again(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    Models(s3, "models").put(tiny_card(file), file)
    with pytest.raises(ModelInputUnusable, match=r"club/imgcls_1\.rgb is no longer there"):
        classify(s3)


@pytest.mark.parametrize("cut", ["232/224/bilinear", "256/224/bicubic", "256/240/bilinear"])
def test_what_was_cut_out_for_another_model_is_not_looked_at(s3: Any, tmp_path: Path, cut: str) -> None:
    file = tiny_model(tmp_path)
    Models(s3, "models").put(tiny_card(file), file)
    put(s3, "imgcls_1", BLUE, cut)
    with pytest.raises(ModelInputUnusable, match=f"cropped by {cut}, but tiny needs 256/224/bilinear"):
        classify(s3)


def test_a_card_that_was_brought_meanwhile_is_read_the_next_time(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    Models(s3, "models").put(tiny_card(file), file)
    container = container_of(s3)
    put(s3, "imgcls_1", BLUE)
    classify(s3, container=container)
    Models(s3, "models").put(tiny_card(file, filter="bicubic"), file)
    put(s3, "imgcls_1", BLUE, "256/224/bicubic")
    with pytest.raises(ModelInputUnusable):
        classify(s3, container=container)
    assert classify(s3, container=container)["top"][0]["label"] == "blue"


def test_a_model_whose_file_is_missing_is_named(s3: Any, tmp_path: Path) -> None:
    s3.put_object(Bucket="models", Key="tiny/model.json", Body=tiny_card(tiny_model(tmp_path)))
    with pytest.raises(ModelUnusable, match=r"tiny\.onnx is not in its bucket"):
        classify(s3)


def test_a_model_with_another_digest_is_not_used(s3: Any, tmp_path: Path) -> None:
    file = tiny_model(tmp_path)
    Models(s3, "models").put(tiny_card(file), file)
    s3.put_object(Bucket="models", Key="tiny/tiny.onnx", Body=file.read_bytes() + b" ")
    with pytest.raises(ModelUnusable, match="damaged: its digest is"):
        classify(s3)


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
