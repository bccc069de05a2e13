"""One image of an organisation."""

import pytest
from pymongo.database import Database

from footy.core.errors import ImageUnknown, TokenRefused
from footy.goals.model.documents import FixtureDocument
from footy.images.model import Label
from footy.images.steps.show_image import show_image
from tests.support.image_desk import TOP, Desk
from tests.support.organizations import CLUB, RIVAL, serving


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


def test_nobody_guesses_what_others_have(database: Database[FixtureDocument]) -> None:
    Desk(database).accepted()
    for name in ("hero.png", "../club/hero.png", "club/hero.png"):
        with pytest.raises(ImageUnknown):
            show_image({"token": RIVAL.text, "name": name}, serving(database))
    with pytest.raises(TokenRefused):
        show_image({"token": "club.t1.guess", "name": "hero.png"}, serving(database))
