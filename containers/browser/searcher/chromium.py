"""Chromium of the service: one context for the leased account, replaced now and then; a crash ends one search."""

import asyncio
import os
import signal
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import (
    Browser,
    BrowserContext,
    Playwright,
    Route,
    StorageState,
    async_playwright,
)
from playwright.async_api import Error as BrowserError

from footy.core.clock import Clock
from footy.core.errors import UpstreamUnavailable
from footy.core.telemetry import log_info, log_warning
from footy.goals.settings import Rules
from searcher.search_page import SearchTab
from searcher.x_pages import XPages

ARGUMENTS = (
    # the task has no capabilities for Chromium's sandbox, and little shared memory
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
    "--headless=shell",
)
START_SECONDS = 20.0
CLOSE_SECONDS = 5.0
KILOBYTES = 1024


@dataclass(frozen=True, slots=True)
class BrowserProgram:
    """Path and environment of the browser, without the service's own environment."""

    path: Path | None = None
    environment: dict[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class _Open:
    """Running browser with the tab of its account."""

    browser: Browser
    pid: int
    account: str = ""
    context: BrowserContext | None = None
    tab: SearchTab | None = None
    searches: int = 0


class SearchBrowser:
    """Browser that starts on first use, and again after a crash."""

    def __init__(self, program: BrowserProgram, web: XPages, clock: Clock, rules: Rules) -> None:
        self._program = program
        self._web = web
        self._clock = clock
        self._rules = rules
        self._play: Playwright | None = None
        self._open: _Open | None = None
        self._foreign: set[str] = set()
        self.starts = 0
        self.failed_starts = 0  # since the last successful one
        self.grown_to = 0.0  # megabytes after the last search, also of a browser that was stopped for its size

    @property
    def pid(self) -> int | None:
        """Return the id of the browser's main process, while it runs."""
        return self._open.pid if self._open else None

    async def tab(self, account: str, session: StorageState) -> SearchTab:
        """Return the account's tab, logged in with its session."""
        running = await self._running()
        if running.tab and running.account == account and running.searches < self._rules.session_searches:
            running.searches += 1
            return running.tab
        if running.context:
            await running.context.close()
        running.context = await running.browser.new_context(
            storage_state=session, service_workers="block", accept_downloads=False
        )
        running.context.set_default_timeout(self._rules.session_seconds * 1000)
        await running.context.route("**/*", self._gate)
        running.tab = SearchTab(await running.context.new_page(), self._web, self._clock, self._rules)
        running.tab.listen()
        running.account, running.searches = account, 1
        return running.tab

    async def session(self) -> StorageState | None:
        """Return the current cookies; stop a browser that does not answer."""
        context = self._open.context if self._open else None
        if context is None:
            return None
        try:
            async with asyncio.timeout(CLOSE_SECONDS):
                return await context.storage_state()
        except TimeoutError as hang:
            await self.discard()
            raise UpstreamUnavailable("the browser did not return its cookies") from hang

    async def megabytes(self) -> float:
        """Return the memory of all browser processes, shared pages counted once; 0 if it does not answer."""
        if self._open is None:
            return 0.0
        with suppress(BrowserError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                session = await self._open.browser.new_browser_cdp_session()
                answer = await session.send("SystemInfo.getProcessInfo")
                await session.detach()
                return sum(_kilobytes(int(one["id"])) for one in answer["processInfo"]) / KILOBYTES
        return 0.0

    async def restart_if_large(self) -> None:
        """Stop a browser above its memory limit; the next search starts another."""
        self.grown_to = await self.megabytes()
        if self.grown_to > self._rules.session_megabytes:
            log_warning("browser_grown", megabytes=round(self.grown_to))
            await self.discard()

    async def close_tab(self) -> None:
        """Close the account's tab; stop a browser that does not answer."""
        if self._open and self._open.context:
            context, self._open.context = self._open.context, None
            self._open.tab, self._open.account = None, ""
            try:
                async with asyncio.timeout(CLOSE_SECONDS):
                    await context.close()
            except (BrowserError, TimeoutError):
                await self.discard()

    async def discard(self) -> None:
        """Stop the browser, by SIGKILL if needed; the next search starts another."""
        browser, self._open = self._open, None
        if browser is None:
            return
        with suppress(BrowserError, TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await browser.browser.close()
        with suppress(ProcessLookupError):
            os.kill(browser.pid, signal.SIGKILL)

    async def close(self) -> None:
        """Stop browser and driver."""
        await self.discard()
        await self._stop_driver()

    async def _running(self) -> _Open:
        if self._open and self._open.browser.is_connected():
            return self._open
        await self.discard()
        try:
            self._open = await self._started()
        except UpstreamUnavailable as failure:
            log_warning("browser_not_started", reason=str(failure))
            self._open = await self._started()
        self.starts, self.failed_starts = self.starts + 1, 0
        log_info("browser_started", pid=self._open.pid, version=self._open.browser.version, starts=self.starts)
        return self._open

    async def _started(self) -> _Open:
        """Start a browser; after a failed start with a new driver too."""
        if self.failed_starts:
            await self._stop_driver()
        # reset by a successful start
        self.failed_starts += 1
        try:
            async with asyncio.timeout(START_SECONDS):
                self._play = self._play or await async_playwright().start()
                browser = await self._play.chromium.launch(
                    executable_path=self._program.path,
                    args=[*ARGUMENTS, f"--host-resolver-rules={self._web.resolver_rules}"],
                    env={**self._program.environment, "HOME": os.environ.get("HOME", "/tmp")},  # noqa: S108 - the task's volume
                    handle_sigterm=False,
                    handle_sigint=False,
                )
                session = await browser.new_browser_cdp_session()
                answer = await session.send("SystemInfo.getProcessInfo")
        except (BrowserError, OSError, TimeoutError) as failure:
            why = next(iter(str(failure).splitlines()), "it took too long")
            raise UpstreamUnavailable(f"the browser did not start: {why[:200]}") from failure
        [pid] = [int(one["id"]) for one in answer["processInfo"] if one["type"] == "browser"]
        return _Open(browser, pid)

    async def _stop_driver(self) -> None:
        driver, self._play = self._play, None
        if driver:
            with suppress(BrowserError, TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await driver.stop()

    async def _gate(self, route: Route) -> None:
        """Allow requests to X's hosts only, without images, media and fonts."""
        request = route.request
        verdict = self._web.verdict(request.url, request.resource_type)
        if verdict == "let":
            return await route.continue_()
        host = request.url.split("/")[2][:100]
        if verdict == "foreign" and host not in self._foreign:
            self._foreign.add(host)
            log_warning("foreign_host", kind=request.resource_type, host=host)
        return await route.abort("blockedbyclient")


def _kilobytes(pid: int) -> int:
    """Return a process's proportional set size, or 0 on systems without it."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
