"""Takes searches one after the other: a turn, an account, its pace, a tab; and what becomes of each failure."""

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
from searcher.account_rotation import Account, Rota
from searcher.chromium import Chromium
from searcher.progress import Reading, Wanted
from searcher.session import Session

PAUSE = 0.05
# a secret that takes longer is written back after the next search
KEEP_SECONDS = 2.0
# with less left a page could not even be opened
LEAST_SECONDS = 5.0
# what X says of the account, and not of this search
ABOUT_THE_ACCOUNT = (RateLimited, AccessDenied)


@dataclass(slots=True)
class Desk:
    """One tab, one search at a time."""

    rota: Rota
    chromium: Chromium
    clock: Clock
    rules: Rules
    searches: int = 0
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def busy(self) -> bool:
        """Whether somebody is being served."""
        return self._turn.locked()

    async def search(self, wanted: Wanted) -> Reading:
        """What X shows of it; every failure is named."""
        async with self._in_turn():
            reading = await self._with_an_account(wanted)
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
        """Lets the account go, which has been lost or is no longer needed."""
        async with self._turn:
            await self.chromium.leave()
            await self.rota.give_back()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        """Who waits too long hears so in time to ask somebody else."""
        try:
            async with asyncio.timeout(self.rules.session_turn_seconds):
                await self._turn.acquire()
        except TimeoutError as queue:
            raise UpstreamUnavailable("others are being searched for; this instance has no turn left") from queue
        try:
            yield
        finally:
            self._turn.release()

    async def _with_an_account(self, wanted: Wanted) -> Reading:
        """With the next account where X refuses one, and in another browser where one dies, while there is time."""
        loop = asyncio.get_running_loop()
        until = loop.time() + self.rules.session_seconds
        while True:
            account = await self.rota.account()
            try:
                await self._pace(account, until - LEAST_SECONDS)
                reading = await self._look(account, wanted, until - loop.time())
            except ABOUT_THE_ACCOUNT as failure:
                await self._dismiss(account, failure)
            except _Died as death:
                log_warning("browser_died", reason=str(death))
                await self.chromium.discard()
                if until - loop.time() < LEAST_SECONDS:
                    raise UpstreamUnavailable("the browser died during the search") from death
            else:
                if isinstance(reading.cut_by, ABOUT_THE_ACCOUNT):
                    await self._dismiss(account, reading.cut_by)
                return reading

    async def _pace(self, account: Account, until: float) -> None:
        """An account is not asked faster than a person asks; in match time, as X counts."""
        loop, pace = asyncio.get_running_loop(), timedelta(seconds=self.rules.session_pace_seconds)
        # a clock that was set back does not lengthen a rest
        while account.asked_at <= self.clock.now() < account.asked_at + pace:
            if loop.time() > until:
                raise UpstreamUnavailable("the account has not rested yet")
            await asyncio.sleep(PAUSE)
        account.asked_at = self.clock.now()

    async def _look(self, account: Account, wanted: Wanted, seconds: float) -> Reading:
        """The search itself; a browser that hangs is not asked a second time."""
        loop = asyncio.get_running_loop()
        ends = loop.time() + seconds
        try:
            async with asyncio.timeout(seconds):
                tab = await self.chromium.tab(account.name, account.session.state)
            reading = await tab.search(wanted, ends - loop.time())
        except TimeoutError as hang:
            await self.chromium.discard()
            raise UpstreamUnavailable(f"the browser did not come back within {seconds:.0f} s") from hang
        except UpstreamUnavailable:
            await self.chromium.leave()  # whatever hangs in the page is gone with it
            raise
        except BrowserError as failure:
            raise _Died(str(failure).splitlines()[0][:200]) from failure
        await self._keep(account)
        await self.chromium.keep_small()
        return reading

    async def _keep(self, account: Account) -> None:
        """What X has prolonged is written back; that it cannot be costs no search."""
        try:
            state = await self.chromium.session()
            async with asyncio.timeout(KEEP_SECONDS):
                if state:
                    await self.rota.note(account, Session.of(state))
        except (FootyError, BrowserError, TimeoutError) as failure:
            log_warning("session_not_kept", account=account.name, error=type(failure).__name__, reason=str(failure))

    async def _dismiss(self, account: Account, failure: FootyError) -> None:
        await self.rota.refuse(account, failure)
        await self.chromium.leave()


class _Died(Exception):
    """The browser, or its tab, is no longer there."""
