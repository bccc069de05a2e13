"""The tab during and after a search."""

import asyncio
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from playwright.async_api import Error as BrowserError
from playwright.async_api import Page as Sheet

from footy.core.clock import SystemClock
from footy.core.errors import AccessDenied
from footy.goals.settings import Rules
from searcher.progress import SearchProgress, SearchRequest
from searcher.search_page import SearchTab
from searcher.x_pages import XPages

REQUEST = SearchRequest(query="Nine filter:videos", posted_after=datetime(2022, 12, 18, tzinfo=UTC))
NOTHING = {"empty": True, "posts": []}


class Pages:
    """A browser's page as far as a search without answers needs it."""

    def __init__(self, *, leads_to: str = "", dies: bool = False) -> None:
        self.read_document: list[str] = []
        self._leads_to = leads_to
        self._dies = dies

    @property
    def url(self) -> str:
        return self._leads_to or self.read_document[-1]

    async def goto(self, url: str, **_: Any) -> None:
        self.read_document.append(url)

    async def evaluate(self, _: str) -> Any:
        if self._dies:
            raise BrowserError("Target crashed")
        return NOTHING if not self._leads_to else {"empty": False, "posts": []}


def search(pages: Pages) -> SearchProgress:
    tab = SearchTab(cast("Sheet", pages), XPages(), SystemClock(), Rules(session_grace_seconds=0))
    return asyncio.run(tab.search(REQUEST, 5))


def test_tab_is_empty_between_two_searches() -> None:
    pages = Pages()
    assert search(pages).videos == ()
    assert pages.read_document == [XPages().search_page(REQUEST.query), "about:blank"]


@pytest.mark.parametrize(
    ("pages", "failure"),
    [(Pages(leads_to="https://x.com/account/access"), AccessDenied), (Pages(dies=True), BrowserError)],
)
def test_tab_is_empty_after_a_failed_search(pages: Pages, failure: type[Exception]) -> None:
    with pytest.raises(failure):
        search(pages)
    assert pages.read_document[-1] == "about:blank"
