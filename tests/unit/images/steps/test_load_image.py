"""Loading of a version: thumbnail, model input, refusals (I10, I13)."""

from dataclasses import replace

import pytest

from footy.core.errors import ModelUnusable
from footy.images.rules.model_card import ModelCard
from tests.support.image_desk import KEY, Desk

# the picture of one pixel, as a square of two by two
A = bytes((10, 0, 0)) * 4


def test_the_version_is_running_and_has_a_thumbnail(desk: Desk) -> None:
    desk.accepted()
    answer = desk.load(desk.execution())
    thumbnail = f"club/{desk.row()['execution']}.jpg"
    assert answer == {
        "action": "classify",
        "look": {"width": 1, "height": 1, "format": "PNG", "thumbnail": thumbnail},
        "reason": "",
    }
    assert desk.row()["status"] == "running"
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


def test_a_version_that_was_replaced_is_left_alone(desk: Desk) -> None:
    desk.accepted("A")
    old = desk.execution()
    desk.accepted("B")
    assert desk.load(old)["action"] == "leave"
    assert desk.row()["status"] == "queued"
