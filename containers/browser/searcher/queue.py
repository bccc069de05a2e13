"""Queue of searches, one at a time: turn, account, pace, tab, and the handling of each failure."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from playwright.async_api import Error as BrowserError

from footy.core.clock import Clock
from footy.core.errors import AccessDenied, FootyError, RateLimited, UpstreamUnavailable
from footy.core.telemetry import log_info, log_warning
from footy.goals.settings import Rules
from searcher.account_rotation import AccountRotation, LeasedAccount
from searcher.chromium import SearchBrowser
from searcher.progress import SearchProgress, SearchRequest
from searcher.session import LoginSession

PAUSE = 0.05
# a slower write of the session waits for the next search
KEEP_SECONDS = 2.0
# too little to open a page
LEAST_SECONDS = 5.0
# refusals of the account, not of this search
ACCOUNT_REFUSALS = (RateLimited, AccessDenied)


@dataclass(slots=True)
class SearchQueue:
    """Queue in front of the only tab."""

    rotation: AccountRotation
    chromium: SearchBrowser
    clock: Clock
    rules: Rules
    searches: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def busy(self) -> bool:
        """Return whether a search is running."""
        return self._turn.locked()

    async def search(self, request: SearchRequest) -> SearchProgress:
        """Search X; failures are named errors."""
        async with self._in_turn():
            reading = await self._with_an_account(request)
            self.searches += 1
            log_info(
                "searched",
                found=len(reading.videos),
                pages=reading.pages,
                skipped=dict(reading.skipped),
                shown_only=reading.shown_only,
                cut_by=type(reading.cut_by).__name__ if reading.cut_by else "",
            )
            return reading

    async def release(self) -> None:
        """Release the account after a lost lease or at the end."""
        async with self._turn:
            await self.chromium.close_tab()
            await self.rotation.release()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Refuse a search that waits too long, in time for the client to ask another instance."""
        try:
            async with asyncio.timeout(self.rules.session_turn_seconds):
                await self._turn.acquire()
        except TimeoutError as queue:
            raise UpstreamUnavailable("this instance is busy with other searches") from queue
        try:
            yield
        finally:
            self._turn.release()

    async def _with_an_account(self, request: SearchRequest) -> SearchProgress:
        """Retry with another account after a refusal, and in another browser after a crash, while there is time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.rules.session_seconds
        while True:
            account = await self.rotation.account()
            try:
                await self._pace(account, until - LEAST_SECONDS)
                reading = await self._search(account, request, until - loop.time())
            except ACCOUNT_REFUSALS as failure:
                await self._dismiss(account, failure)
            except _BrowserCrash as crash:
                log_warning("browser_died", reason=str(crash))
                await self.chromium.discard()
                if until - loop.time() < LEAST_SECONDS:
                    raise UpstreamUnavailable("the browser died during the search") from crash
            else:
                if isinstance(reading.cut_by, ACCOUNT_REFUSALS):
                    await self._dismiss(account, reading.cut_by)
                return reading

    async def _pace(self, account: LeasedAccount, until: float) -> None:
        """Wait until the account may search again, at a person's pace in match time."""
        loop, pace = asyncio.get_running_loop(), timedelta(seconds=self.rules.session_pace_seconds)
        # a clock that was set back does not lengthen the wait
        while account.asked_at <= self.clock.now() < account.asked_at + pace:
            if loop.time() > until:
                raise UpstreamUnavailable("the account's pace allows no search yet")
            await asyncio.sleep(PAUSE)
        account.asked_at = self.clock.now()

    async def _search(self, account: LeasedAccount, request: SearchRequest, seconds: float) -> SearchProgress:
        """Search in the account's tab; stop a browser that hangs."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        try:
            async with asyncio.timeout(seconds):
                tab = await self.chromium.tab(account.name, account.session.state)
            reading = await tab.search(request, ends - loop.time())
        except TimeoutError as hang:
            await self.chromium.discard()
            raise UpstreamUnavailable(f"the browser did not answer within {seconds:.0f} s") from hang
        except UpstreamUnavailable:
            await self.chromium.close_tab()  # closes what hangs in the page
            raise
        except BrowserError as failure:
            raise _BrowserCrash(str(failure).splitlines()[0][:200]) from failure
        await self._write_back(account)
        await self.chromium.restart_if_large()
        return reading

    async def _write_back(self, account: LeasedAccount) -> None:
        """Write a prolonged session back; a failure does not fail the search."""
        try:
            state = await self.chromium.session()
            async with asyncio.timeout(KEEP_SECONDS):
                if state:
                    await self.rotation.note(account, LoginSession.of(state))
        except (FootyError, BrowserError, TimeoutError) as failure:
            log_warning("session_not_kept", account=account.name, error=type(failure).__name__, reason=str(failure))

    async def _dismiss(self, account: LeasedAccount, failure: FootyError) -> None:
        await self.rotation.refuse(account, failure)
        await self.chromium.close_tab()


class _BrowserCrash(Exception):
    """The browser or its tab crashed."""
