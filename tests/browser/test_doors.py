"""Access:  a page that is closed asks for its password once; one whose API is not there yet fills by itself."""

from datetime import timedelta

import pytest
from playwright.sync_api import Browser, expect

from footy.api.credentials import Viewers, hash_password
from footy.core.errors import AccessDenied
from tests.browser.conftest import Visit, visiting
from tests.browser.ground import Ground
from tests.support.page_match import goal

pytestmark = pytest.mark.xdist_group("browser")

WORD = "a long winter"


def test_a_closed_page_asks_for_its_password_once(ground: Ground, visit: Visit) -> None:
    ground.closed = True
    ground.viewers = Viewers({"viewers": hash_password(WORD, b"salt of the test")}, timedelta(days=30))
    ground.begin(goal())
    visit.tolerates.add(401)
    form = visit.go().page.locator("#login")
    form.get_by_label("Password").fill("a short one")
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_have_text("Wrong password.")
    form.get_by_label("Password").fill(WORD)
    form.get_by_role("button").click()
    visit.see("L. Messi")
    visit.go().see("L. Messi")
    expect(form).to_be_hidden()


def test_a_page_that_was_opened_too_early_fills_by_itself(ground: Ground, browser: Browser) -> None:
    ground.refuses = True
    ground.begin(goal())
    with visiting(browser, ground.url) as early:
        early.tolerates.add(503)
        early.go().see("The goals cannot be loaded")
        ground.refuses = False
        early.see("L. Messi")
        expect(early.page.locator("#failed")).to_be_empty()


class EmptySecret:
    """Build the state between the first deployment and `make keys`."""

    def read(self, _name: str) -> dict[str, str]:
        raise AccessDenied("the secret is empty")


def test_a_closed_page_without_a_password_says_who_sets_one(ground: Ground, visit: Visit) -> None:
    ground.closed, ground.ports = True, {"secrets": EmptySecret()}
    visit.tolerates.add(401)
    form = visit.go().page.locator("#login")
    form.get_by_label("Password").fill(WORD)
    form.get_by_role("button").click()
    expect(form.get_by_role("alert")).to_contain_text("No password or key is set yet")
