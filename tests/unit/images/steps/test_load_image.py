"""Loading of a version: thumbnail, model input, refusals (I10, I13)."""

from dataclasses import replace

import pytest

from footy.core.errors import DecoderStopped, ModelUnusable
from footy.images.adapters.decoder_client import ImageDecoder
from footy.images.rules.model_card import ModelCard
from footy.images.settings import ImageRules
from tests.support import image_files
from tests.support.image_cloud import CONTENTS
from tests.support.image_desk import KEY, Desk

# the picture of one pixel, as a square of two by two
A = bytes((10, 0, 0)) * 4


def test_the_image_has_a_thumbnail(desk: Desk) -> None:
    desk.accepted()
    answer = desk.load(desk.execution())
    thumbnail = f"club/{desk.row()['execution']}.jpg"
    assert answer == {
        "action": "classify",
        "look": {"width": 1, "height": 1, "format": "PNG", "thumbnail": thumbnail},
        "reason": "",
    }
    assert desk.bucket.thumbnails == {thumbnail}


def test_model_input_is_stored_with_its_crop(desk: Desk) -> None:
    desk.accepted()
    desk.load(desk.execution())
    assert desk.bucket.model_inputs == {f"club/{desk.row()['execution']}.rgb": (A, {"cut": "2/2/bilinear"})}


def test_loaded_again_it_is_cut_out_for_the_model_of_by_then(desk: Desk) -> None:
    desk.accepted()
    desk.load(desk.execution())
    desk.models.current = replace(desk.models.current, resize=4, side=3)
    desk.load(desk.execution())
    assert [response["cut"] for _, response in desk.bucket.model_inputs.values()] == ["2/2/bilinear"], "cards are kept"
    desk.execution().round = 1
    desk.load(desk.execution())
    assert [(len(one), response["cut"]) for one, response in desk.bucket.model_inputs.values()] == [
        (27, "4/3/bilinear")
    ]


def test_without_a_card_nothing_is_made_that_nobody_would_find(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> ModelCard:
        raise ModelUnusable("not current")

    desk.accepted()
    monkeypatch.setattr(type(desk.models), "card", lambda _, name: missing(name))
    with pytest.raises(ModelUnusable):
        desk.load(desk.execution())
    assert (desk.bucket.thumbnails, desk.bucket.model_inputs) == (set(), {})


def test_version_of_the_event_is_read(desk: Desk) -> None:
    desk.accepted("A")
    desk.upload("no picture")
    assert desk.load(desk.execution())["action"] == "classify"


def test_what_is_no_picture_is_refused_with_a_reason(desk: Desk) -> None:
    desk.accepted("no picture")
    answer = desk.load(desk.execution())
    assert answer["action"] == "refuse"
    assert "GIF cannot be decoded" in answer["reason"]
    assert (desk.bucket.thumbnails, desk.bucket.model_inputs) == (set(), {})


def test_a_version_that_is_gone_is_refused_with_a_reason(desk: Desk) -> None:
    desk.accepted()
    desk.bucket.versions[KEY] = [(version, None) for version, _ in desk.bucket.versions[KEY]]
    assert desk.load(desk.execution())["reason"] == "the image is no longer in the bucket"


def test_a_file_that_stops_its_decoder_leaves_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CONTENTS, "scans", image_files.jpeg_of_scans(10_000))
    rules = replace(ImageRules(), image_decode_cpu_seconds=1)
    object.__setattr__(rules, "image_max_scans", 10_000)  # more than a setting allows
    desk.container.decoder = ImageDecoder(rules)
    desk.accepted("scans")
    with pytest.raises(DecoderStopped, match="more than 1 s of processor time"):
        desk.load(desk.execution())
    assert (desk.bucket.thumbnails, desk.bucket.model_inputs) == (set(), {})
