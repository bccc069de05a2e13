"""Chromium for the tests of the page, and a visit that records every error."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response, expect, sync_playwright
from pymongo.database import Database

from footy.goals.model.documents import FixtureDocument
from local import PROJECT
from local.front.server import FrontProcess
from local.process.chromium import find_chromium
from local.process.errors import LocalError
from tests.browser.ground import Ground, fronted, opened
from tests.support.waiting import FAILED_SECONDS, eventually

PATIENCE_MS = 1000 * FAILED_SECONDS
expect.set_options(timeout=PATIENCE_MS)
PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 860}
VISITOR: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "locale": "en-GB"}
# without these a browser contacts Google at every start
ARGUMENTS = [
    "--no-sandbox",
    "--headless=shell",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--mute-audio",
]
AXE = PROJECT / "node_modules" / "axe-core" / "axe.min.js"
# reported with address and status by the response handler
OF_THE_NETWORK = "Failed to load resource"
NOTE_VIOLATIONS = """
addEventListener('securitypolicyviolation', (event) => noteViolation(`${event.violatedDirective}: ${event.blockedURI}`))
"""


@dataclass
class Visit:
    """Visit of a page and its errors."""

    page: Page
    url: str
    errors: list[str] = field(default_factory=list)
    tolerates: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._note)
        self.page.on("response", self._look_at)
        self.page.on("pageerror", lambda error: self.errors.append(f"uncaught: {error}"))
        self.page.expose_function("noteViolation", lambda text: self.errors.append(f"policy: {text}"))
        self.page.add_init_script(NOTE_VIOLATIONS)

    def go(self, path: str = "/") -> "Visit":
        self.page.goto(self.url + path)
        return self

    def see(self, text: str, within: str = "main") -> None:
        """Wait until the text is visible."""
        self.page.locator(within).get_by_text(text, exact=False).locator("visible=true").first.wait_for()

    def miss(self, text: str) -> None:
        """Wait until the text is gone."""
        matches = self.page.locator("main").get_by_text(text, exact=False).locator("visible=true")
        eventually(lambda: matches.count() == 0, f"that {text!r} is gone")

    def ask(self, function: str, *arguments: Any) -> Any:
        return self.page.evaluate(function, *arguments)

    def violations(self) -> list[str]:
        """Return the accessibility violations with their elements."""
        self.page.evaluate(AXE.read_text(encoding="utf-8"))

        found: list[str] = self.page.evaluate(
            "async () => (await axe.run(document, {resultTypes: ['violations']})).violations"
            ".flatMap(({id, nodes}) => nodes.map(({target}) => `${id}: ${target.join(' ')}`))"
        )
        return found

    def _look_at(self, answer: Response) -> None:
        if answer.status >= HTTPStatus.BAD_REQUEST and answer.status not in self.tolerates:
            self.errors.append(f"{answer.status}: {answer.url}")

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(OF_THE_NETWORK):
            self.errors.append(f"{message.type}: {message.text}")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one Chromium per file; Playwright's event loop excludes others in this process."""
    try:
        found = find_chromium()
    except LocalError as reason:
        pytest.skip(f"no Chromium is available: {reason}")
    with sync_playwright() as play:
        started = play.chromium.launch(
            executable_path=found.path, args=ARGUMENTS, env={**os.environ, **found.environment}, timeout=PATIENCE_MS
        )
        yield started
        started.close()


@contextmanager
def visiting(browser: Browser, url: str, **options: Any) -> Iterator[Visit]:
    """Open the page in a fresh profile; console errors and policy violations fail the test."""
    context: BrowserContext = browser.new_context(**{**VISITOR, **options})
    visit = Visit(context.new_page(), url)
    try:
        yield visit
        assert visit.errors == []
    finally:
        context.close()


@pytest.fixture(scope="session")
def front(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FrontProcess]:
    """Start the local front."""
    with fronted(tmp_path_factory.mktemp("front")) as ready:
        yield ready


@pytest.fixture
def ground(database: Database[FixtureDocument], front: FrontProcess, tmp_path: Path) -> Iterator[Ground]:
    """Create a match day that the test fills."""
    with opened(Ground(database, tmp_path), front) as ready:
        yield ready


@pytest.fixture
def visit(browser: Browser, ground: Ground) -> Iterator[Visit]:
    """Open the page on a phone."""
    with visiting(browser, ground.url) as phone:
        yield phone
