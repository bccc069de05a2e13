"""An organisation's images, page by page."""

from typing import Any

import pytest
from pymongo.database import Database

from footy.core.errors import MalformedRequest
from footy.goals.model.documents import FixtureDocument
from footy.images.steps.list_images import list_images
from tests.support.image_desk import Desk
from tests.support.organizations import CLUB, serving


def filled(database: Database[FixtureDocument], images: int) -> None:
    desk = Desk(database)
    for number in range(images):
        desk.accept(desk.upload("A", f"club/{number:02}.png"))
    desk.accept(desk.upload("A", "rival/theirs.png"))
    for execution in list(desk.machine.running()):
        desk.classify(execution)


def pages(database: Database[FixtureDocument], token: str) -> list[list[Any]]:
    container, result, cursor = serving(database, images_per_page=3), list[list[Any]](), None
    while True:
        page = list_images({"token": token, "cursor": cursor}, container)
        result.append([image.name for image in page.images])
        cursor = page.cursor
        if cursor is None:
            return result


def test_every_image_is_on_one_page(database: Database[FixtureDocument]) -> None:
    filled(database, 7)
    assert [name for page in pages(database, CLUB.text) for name in page] == [f"{n:02}.png" for n in range(7)]
    assert [len(page) for page in pages(database, CLUB.text)] == [3, 3, 1]


def test_the_newest_upload_comes_first(database: Database[FixtureDocument]) -> None:
    filled(database, 2)
    later = database["images"].find_one({"_id": "club/01.png"})
    assert later is not None
    moment = later["uploadedAt"].replace(year=2027)  # type: ignore[typeddict-item]
    database["images"].update_one({"_id": "club/01.png"}, {"$set": {"uploadedAt": moment}})
    assert pages(database, CLUB.text) == [["01.png", "00.png"]]


def test_deleted_images_are_not_listed(database: Database[FixtureDocument]) -> None:
    desk = Desk(database)
    desk.accepted()
    desk.bucket.delete_object("uploads", "club/hero.png")
    desk.accept(desk.bucket.events[-1])
    assert pages(database, CLUB.text) == [[]]


def test_a_line_tells_label_model_and_where_to_look(database: Database[FixtureDocument]) -> None:
    filled(database, 1)
    (line,) = list_images({"token": CLUB.text, "cursor": None}, serving(database)).images
    assert (line.status, line.label, line.score, line.model) == ("classified", "goal", 0.75, "tiny")
    assert line.thumbnail is not None
    assert "imgcls_" in line.thumbnail
    assert "Signature" in line.thumbnail
    assert "versionId=" in line.original, "the version that the label is about"


@pytest.mark.parametrize("cursor", ["x", "e30=", "WyJub29uIiwgMV0=", "WyIyMDI2LTExLTE5IiwgImEiXQ=="])
def test_a_cursor_of_somebody_elses_is_refused(database: Database[FixtureDocument], cursor: str) -> None:
    with pytest.raises(MalformedRequest):
        list_images({"token": CLUB.text, "cursor": cursor}, serving(database))
