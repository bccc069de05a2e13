"""One image of an organisation."""

from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from footy.images.model import Label
from footy.images.steps.show_image import show_image
from tests.support.image_desk import TOP, Desk
from tests.support.organizations import CLUB, serving


def test_what_is_known_of_it_is_shown(database: Database[FixtureDocument]) -> None:
    desk = Desk(database)
    desk.accepted()
    desk.classify()
    displayed = show_image({"token": CLUB.text, "name": "hero.png"}, serving(database))
    assert (displayed.name, displayed.top, displayed.width) == ("hero.png", [Label(**guess) for guess in TOP], 1)


def test_while_it_waits_there_is_no_thumbnail(database: Database[FixtureDocument]) -> None:
    Desk(database).accepted()
    displayed = show_image({"token": CLUB.text, "name": "hero.png"}, serving(database))
    assert (displayed.status, displayed.thumbnail, displayed.label) == ("queued", None, None)
