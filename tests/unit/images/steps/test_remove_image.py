"""An image is deleted, and its row with the event of that."""

from footy.images.steps.remove_image import remove_image
from tests.support.image_desk import Desk


def test_the_object_goes_first_and_its_row_follows(desk: Desk) -> None:
    desk.accepted()
    desk.classify()
    assert remove_image({"token": "club", "name": "hero.png"}, desk.container).name == "hero.png"
    assert desk.bucket.newest("club/hero.png") is None
    desk.accept(desk.bucket.events[-1])
    assert "status" not in desk.row()
