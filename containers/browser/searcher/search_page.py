"""One search on the live page of a logged-in tab, as a person makes it: open, look, scroll, look."""

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Error as BrowserError
from playwright.async_api import Page as Sheet
from playwright.async_api import Response

from footy.core.clock import Clock
from footy.core.errors import FootyError, MalformedAnswer, UpstreamUnavailable
from footy.goals.settings import Rules
from searcher.document import READ, shown
from searcher.progress import Reading, Wanted
from searcher.refusals import refusal
from searcher.timeline import read_page
from searcher.x_pages import Web

LARGEST = 4 * 1024 * 1024
LOOK_SECONDS = 0.25
# what a page that is open asks for comes sooner than the page itself
LATER = 3
DOWN = "() => window.scrollTo(0, document.body.scrollHeight)"
NOWHERE = "about:blank"
LEAVE_SECONDS = 2.0


@dataclass  # without slots: Playwright notes on the object of a listener what it made of it
class Tab:
    """A tab, and what its page is told while it is open."""

    sheet: Sheet
    web: Web
    clock: Clock
    rules: Rules
    _query: str = ""
    _answers: asyncio.Queue[Response] = field(default_factory=asyncio.Queue)

    def listen(self) -> None:
        """Puts aside what the page is told of posts."""
        self.sheet.on("response", self._keep)

    async def search(self, wanted: Wanted, seconds: float) -> Reading:
        """What was read within that time; nothing read is a named failure."""
        reading = Reading(wanted, self.rules.session_pages)
        self._answers, self._query = asyncio.Queue(), wanted.query
        try:
            async with asyncio.timeout(seconds):
                await self.sheet.goto(self.web.search_page(wanted.query), wait_until="commit")
                await self._read(reading)
        except TimeoutError as slow:
            return _cut(reading, UpstreamUnavailable(f"X showed no posts within {seconds:.0f} s"), slow)
        except FootyError as failure:
            return _cut(reading, failure)
        finally:
            await self._leave()
        return reading

    async def _leave(self) -> None:
        """X's live page goes on asking for newer posts, at the cost of the account's limit: nobody would read them."""
        with suppress(BrowserError, TimeoutError):  # whoever searches next notices what has died
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.sheet.goto(NOWHERE)

    def _keep(self, response: Response) -> None:
        if self.web.is_answer(response.url, response.request.post_data_buffer or b"", self._query):
            self._answers.put_nowait(response)

    async def _read(self, reading: Reading) -> None:
        while not reading.done:
            response = await self._answer(self.rules.session_grace_seconds / (LATER if reading.pages else 1))
            if response:
                await self._read_answer(response, reading)
            elif reading.pages:
                return  # there is nothing further down
            else:
                await self._read_document(reading)
            if reading.pages and not reading.done:
                await asyncio.sleep(self.rules.session_scroll_seconds)
                await self.sheet.evaluate(DOWN)

    async def _answer(self, seconds: float) -> Response | None:
        """The next answer that the page gets; None when it got none in a time in which people would look elsewhere."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until:
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._answers.get(), LOOK_SECONDS)
            if wall := self.web.wall(self.sheet.url):
                raise wall
        return None

    async def _read_answer(self, response: Response, reading: Reading) -> None:
        body = await self._body(response)
        if failure := refusal(response.status, response.headers, body, self.clock.now().timestamp()):
            raise failure
        try:
            page = read_page(body)
        except MalformedAnswer as odd:
            await self._read_document(reading, odd)
        else:
            reading.take(page, leads_on=bool(page.cursor))

    async def _read_document(self, reading: Reading, failure: FootyError | None = None) -> None:
        """The page in place of an answer that cannot be read, or that never came: X has then changed its shape."""
        until = asyncio.get_running_loop().time() + self.rules.session_grace_seconds
        while (page := shown(await self.sheet.evaluate(READ))) is None:
            if wall := self.web.wall(self.sheet.url):
                raise wall
            if failure and asyncio.get_running_loop().time() > until:
                raise failure
            if not self._answers.empty():
                return
            await asyncio.sleep(LOOK_SECONDS)
        reading.take(page, leads_on=False)
        reading.shown_only = True

    async def _body(self, response: Response) -> Any:
        """As JSON; of what is no JSON only its status is told."""
        announced = response.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > LARGEST:
            raise MalformedAnswer(f"X answered with {announced} bytes")
        try:
            text = await response.body()
        except BrowserError:
            # of posts that are lost on their way nobody knows whether the browser has died with them
            if response.ok:
                raise
            return None
        if len(text) > LARGEST:
            raise MalformedAnswer(f"X answered with more than {LARGEST} bytes")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None


def _cut(reading: Reading, failure: FootyError, cause: Exception | None = None) -> Reading:
    """What was read before it failed is worth keeping; the failure is told beside it."""
    if not reading.pages:
        raise failure from cause
    reading.cut_by = failure
    return reading
