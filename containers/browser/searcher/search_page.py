"""Search on X's live page in a logged-in tab: open, read, scroll, read."""

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
from searcher.document import READ, read_document
from searcher.progress import SearchProgress, SearchRequest
from searcher.refusals import refusal
from searcher.timeline import read_page
from searcher.x_pages import XPages

LARGEST = 4 * 1024 * 1024
LOOK_SECONDS = 0.25
# the answers after the first come sooner
LATER = 3
DOWN = "() => window.scrollTo(0, document.body.scrollHeight)"
NOWHERE = "about:blank"
LEAVE_SECONDS = 2.0


@dataclass  # without slots: Playwright sets attributes on a listener's object
class SearchTab:
    """Tab that records the answers to its page's searches."""

    sheet: Sheet
    web: XPages
    clock: Clock
    rules: Rules
    _query: str = ""
    _answers: asyncio.Queue[Response] = field(default_factory=asyncio.Queue)

    def listen(self) -> None:
        """Record the answers that contain posts."""
        self.sheet.on("response", self._keep)

    async def search(self, request: SearchRequest, seconds: float) -> SearchProgress:
        """Search and return what was read in time; nothing read is a named error."""
        reading = SearchProgress(request, self.rules.session_pages)
        self._answers, self._query = asyncio.Queue(), request.query
        try:
            async with asyncio.timeout(seconds):
                await self.sheet.goto(self.web.search_page(request.query), wait_until="commit")
                await self._read(reading)
        except TimeoutError as slow:
            return _cut(reading, UpstreamUnavailable(f"X showed no posts within {seconds:.0f} s"), slow)
        except FootyError as failure:
            return _cut(reading, failure)
        finally:
            await self._leave()
        return reading

    async def _leave(self) -> None:
        """Open an empty page: X's live page would go on polling at the cost of the account's rate limit."""
        with suppress(BrowserError, TimeoutError):  # the next search notices a crash
            async with asyncio.timeout(LEAVE_SECONDS):
                await self.sheet.goto(NOWHERE)

    def _keep(self, response: Response) -> None:
        if self.web.is_answer(response.url, response.request.post_data_buffer or b"", self._query):
            self._answers.put_nowait(response)

    async def _read(self, reading: SearchProgress) -> None:
        while not reading.done:
            response = await self._answer(self.rules.session_grace_seconds / (LATER if reading.pages else 1))
            if response:
                await self._read_answer(response, reading)
            elif reading.pages:
                return  # end of the results
            else:
                await self._read_document(reading)
            if reading.pages and not reading.done:
                await asyncio.sleep(self.rules.session_scroll_seconds)
                await self.sheet.evaluate(DOWN)

    async def _answer(self, seconds: float) -> Response | None:
        """Return the page's next answer; None after the grace period."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        while loop.time() < until:
            with suppress(TimeoutError):
                return await asyncio.wait_for(self._answers.get(), LOOK_SECONDS)
            if wall := self.web.wall(self.sheet.url):
                raise wall
        return None

    async def _read_answer(self, response: Response, reading: SearchProgress) -> None:
        body = await self._body(response)
        if failure := refusal(response.status, response.headers, body, self.clock.now().timestamp()):
            raise failure
        try:
            page = read_page(body)
        except MalformedAnswer as odd:
            await self._read_document(reading, odd)
        else:
            reading.add(page, leads_on=bool(page.cursor))

    async def _read_document(self, reading: SearchProgress, failure: FootyError | None = None) -> None:
        """Read the page instead of a missing or unreadable answer: X has changed its format."""
        until = asyncio.get_running_loop().time() + self.rules.session_grace_seconds
        while (page := read_document(await self.sheet.evaluate(READ))) is None:
            if wall := self.web.wall(self.sheet.url):
                raise wall
            if failure and asyncio.get_running_loop().time() > until:
                raise failure
            if not self._answers.empty():
                return
            await asyncio.sleep(LOOK_SECONDS)
        reading.add(page, leads_on=False)
        reading.shown_only = True

    async def _body(self, response: Response) -> Any:
        """Return the body as JSON; None if it is not JSON."""
        announced = response.headers.get("content-length", "")
        if announced.isdigit() and int(announced) > LARGEST:
            raise MalformedAnswer(f"X answered with {announced} bytes")
        try:
            text = await response.body()
        except BrowserError:
            # a successful answer without its body may be a crash of the browser
            if response.ok:
                raise
            return None
        if len(text) > LARGEST:
            raise MalformedAnswer(f"X answered with more than {LARGEST} bytes")
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            return None


def _cut(reading: SearchProgress, failure: FootyError, cause: Exception | None = None) -> SearchProgress:
    """Return what was read before the failure, together with the failure."""
    if not reading.pages:
        raise failure from cause
    reading.cut_by = failure
    return reading
