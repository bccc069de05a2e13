"""Manual retry of a failed image, once for several requests (I4, I12)."""

import pytest

from footy.core.errors import ImageUnknown
from footy.images.steps.retry_image import retry_image
from tests.support.image_desk import Desk

REQUEST = {"token": "club", "name": "hero.png"}


def test_what_failed_is_queued_and_started(desk: Desk) -> None:
    desk.failed()
    assert retry_image(REQUEST, desk.container).status == "queued"  # type: ignore[arg-type]
    assert desk.row()["error"] is None
    assert desk.classify() == "classified"


def test_twice_is_once(desk: Desk) -> None:
    desk.failed()
    retry_image(REQUEST, desk.container)  # type: ignore[arg-type]
    retry_image(REQUEST, desk.container)  # type: ignore[arg-type]
    assert len(desk.machine.running()) == 1


def test_what_is_classified_stays_so(desk: Desk) -> None:
    desk.accepted()
    desk.classify()
    assert retry_image(REQUEST, desk.container).status == "classified"  # type: ignore[arg-type]


def test_what_another_organisation_has_is_unknown(desk: Desk) -> None:
    desk.failed()
    with pytest.raises(ImageUnknown):
        retry_image({"token": "rival", "name": "hero.png"}, desk.container)
    with pytest.raises(ImageUnknown):
        retry_image({"token": "rival", "name": "../club/hero.png"}, desk.container)
