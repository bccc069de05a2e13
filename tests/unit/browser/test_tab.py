"""What a tab shows while it searches, and after."""

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from playwright.async_api import Error as BrowserError
from playwright.async_api import Page as Sheet

from footy.core.clock import SystemClock
from footy.core.errors import AccessDenied
from footy.goals.settings import Rules
from searcher.progress import Reading, Wanted
from searcher.search_page import Tab
from searcher.x_pages import Web

WANTED = Wanted(query="Nine filter:videos", posted_after=datetime(2022, 12, 18, tzinfo=UTC))
NOTHING = {"empty": True, "posts": []}


class Pages:
    """A browser's page as far as a search without answers needs it."""

    def __init__(self, *, leads_to: str = "", dies: bool = False) -> None:
        self.shown: list[str] = []
        self._leads_to = leads_to
        self._dies = dies

    @property
    def url(self) -> str:
        return self._leads_to or self.shown[-1]

    async def goto(self, url: str, **_: Any) -> None:
        self.shown.append(url)

    async def evaluate(self, _: str) -> Any:
        if self._dies:
            raise BrowserError("Target crashed")
        return NOTHING if not self._leads_to else {"empty": False, "posts": []}


def search(pages: Pages) -> Reading:
    tab = Tab(cast("Sheet", pages), Web(), SystemClock(), Rules(session_grace_seconds=0))
    return asyncio.run(tab.search(WANTED, 5))


def test_between_two_searches_it_shows_nothing_that_asks_x_by_itself() -> None:
    pages = Pages()
    assert search(pages).videos == ()
    assert pages.shown == [Web().search_page(WANTED.query), "about:blank"]


@pytest.mark.parametrize(
    ("pages", "failure"),
    [(Pages(leads_to="https://x.com/account/access"), AccessDenied), (Pages(dies=True), BrowserError)],
)
def test_it_leaves_after_a_search_that_failed_too(pages: Pages, failure: type[Exception]) -> None:
    with pytest.raises(failure):
        search(pages)
    assert pages.shown[-1] == "about:blank"
