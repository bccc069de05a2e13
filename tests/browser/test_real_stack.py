"""Stack of the demo, watched on a phone: a goal from the first poll to its clip, one to the VAR."""

import json
import re
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import Visit, visiting
from tests.integration.command import facts, running
from tests.support.waiting import eventually

pytestmark = [pytest.mark.soak, pytest.mark.long, pytest.mark.xdist_group("matches")]

PLAYS = "() => { const video = document.querySelector('video'); return video && video.currentTime > 0.5 }"
SIZE = "() => { const video = document.querySelector('video'); return [video.videoWidth, video.videoHeight] }"
MATCH_MS = 600_000


@pytest.fixture
def page(tmp_path: Path) -> Iterator[str]:
    """Start a demo with a valid goal and a removed one, and return the address of its page."""
    home = tmp_path / "stack"
    with running(home, "demo", "--replay", "var", "--speed", "30"):
        yield eventually(lambda: (facts(home) or {}).get("page"), "the page's address")


def test_a_whole_match_on_one_page_without_reload(browser: Browser, page: str) -> None:
    with visiting(browser, page) as fan:
        fan.page.set_default_timeout(MATCH_MS)
        fan.tolerates.add(HTTPStatus.SERVICE_UNAVAILABLE)  # the page is there before the stack behind it
        fan.go().see("No goals yet")
        fan.ask("() => { window.untouched = true }")
        fan.see("T. Holloway")
        fan.see("Looking for clips")
        fan.page.get_by_role("button", name=re.compile("Play the clip of T. Holloway")).click()
        fan.page.wait_for_function(PLAYS)
        shown = first_clip(fan)
        assert fan.ask(SIZE) == [shown["width"], shown["height"]]
        fan.see("E. Sundqvist")
        fan.page.locator("article.goal.removed").wait_for()
        fan.see("Disallowed by the VAR")
        fan.see("1 / ")  # a second angle came, and both have their ranks
        assert fan.ask("() => window.untouched")
        link = fan.ask(
            "async () => { const {events} = await (await fetch('/api/v1/events')).json();"
            " return events.map(({goal}) => goal).find(({clips}) => clips.length).clips[0].share }"
        )
    with visiting(browser, page) as stranger:
        stranger.go(str(link)).page.wait_for_function(PLAYS)


def first_clip(fan: Visit) -> dict[str, int]:
    """Return the API's description of the clip that plays."""
    text = fan.ask(
        "async () => { const {events} = await (await fetch('/api/v1/events')).json();"
        " const src = new URL(document.querySelector('video').src).pathname;"
        " return JSON.stringify(events.flatMap(({goal}) => goal.clips).find(({video}) => video === src)) }"
    )
    clip: dict[str, int] = json.loads(text)
    return clip
