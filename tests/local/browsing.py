"""A day of posts on simulated pages of X, a session, and the real service on a real Chromium before them."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import time
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from footy.core.clock import MatchClock, Pace
from footy.core.http.client import HttpClient
from footy.goals.adapters.posts.browser import BrowserSession
from footy.goals.search.posts import SearchAnswer, SearchQuery
from local.replay.model import Replay
from local.stack.browser import BrowserProcess
from local.upstreams.context import SESSION_TOKEN
from local.upstreams.x_web import XWebServer
from tests.local.served import served
from tests.local.upstreams import StandingClock, a_world

HOST = "127.0.0.1"
# of real seconds, and no more than a machine under load needs
PATIENT = 120.0

# less patient than in life: these pages stand on this machine
QUICK = {"session_scroll_seconds": "0.1", "session_grace_seconds": "2", "session_seconds": "15"}


def session(token: str = SESSION_TOKEN, *, expires: float = -1) -> dict[str, Any]:
    """Return a session as an operator exports it."""
    tokens = {"auth_token": token, "ct0": "0f1e2d3c"}
    return {
        "cookies": [
            {"name": name, "value": value, "domain": HOST, "path": "/", "secure": False, "expires": expires}
            for name, value in tokens.items()
        ]
    }


@dataclass(slots=True)
class Pages:
    """The simulated site, its clock, and the file in which the service reads that clock."""

    url: str
    clock: StandingClock
    file: Path

    def at(self, **by: float) -> None:
        """Moves the match on, for both."""
        self.clock.move(**by)
        MatchClock(self.file).write(Pace(0.0, self.clock.moment, 0.0))

    def run(self, rate: float) -> None:
        """Lets the match go on by itself from here, so many times as fast."""
        MatchClock(self.file).write(Pace(time(), self.clock.moment, rate))

    def now(self) -> datetime:
        """The moment that the site and the service see."""
        return MatchClock(self.file).now()


@dataclass(slots=True)
class Watched:
    """Stands before the pages: sees what is asked of them, and alters how their answers travel."""

    says_lengths: bool = True
    # the log-in ends a day later with each visit
    prolongs: bool = False
    # what answers in place of each page of posts after the first
    later_pages: ASGIApp | None = None
    _seen: list[tuple[str, int]] = field(default_factory=list)
    _visits: int = 0

    def begin(self) -> None:
        """Forgets what it saw, and alters nothing."""
        self.says_lengths, self.prolongs, self.later_pages = True, False, None
        self._seen.clear()

    def asked(self, ending: str) -> bool:
        """Return whether such a path was requested."""
        return any(path.endswith(ending) for path, _ in self._seen)

    def lines(self, path: str) -> list[int]:
        """Over which connection each request for it came."""
        return [line for one, line in self._seen if one == path]

    def before(self, app: ASGIApp) -> ASGIApp:
        """The application as others see it."""

        async def standing(scope: Scope, receive: Receive, send: Send) -> None:
            self._seen.append((scope["path"], scope["client"][1]))

            async def altered(message: Message) -> None:
                if message["type"] == "http.response.start":
                    message["headers"] = list(self._headers(scope["path"], message["headers"]))
                await send(message)

            await (self.later_pages if self.later_pages and self._is_later() else app)(scope, receive, altered)

        return standing

    def _is_later(self) -> bool:
        """Return whether the last request was for a later page of posts."""
        paths = [path for path, _ in reversed(self._seen)]
        this_search = paths[: paths.index("/search")] if "/search" in paths else paths
        return paths[0].endswith("/SearchTimeline") and sum(one == paths[0] for one in this_search) > 1

    def _headers(self, path: str, headers: list[tuple[bytes, bytes]]) -> Iterator[tuple[bytes, bytes]]:
        yield from (one for one in headers if self.says_lengths or one[0] != b"content-length")
        if self.prolongs and path == "/search":
            self._visits += 1
            yield b"set-cookie", f"auth_token={SESSION_TOKEN}; Path=/; Max-Age={self._visits * 86_400}".encode()


@contextmanager
def pages(replay: Replay, home: Path, after_first_goal: float = 155, seen_by: Watched | None = None) -> Iterator[Pages]:
    """The pages at a moment after the first goal of the day."""
    clock, file = StandingClock(replay.goals()[0].happens_at + timedelta(seconds=after_first_goal)), home / "clock.json"
    with served((seen_by or Watched()).before(XWebServer(a_world(replay, MatchClock(file), home)).app())) as url:
        site = Pages(url, clock, file)
        site.at()
        yield site


@contextmanager
def service(
    site: Pages, home: Path, sessions: dict[str, Any] | None = None, **rules: str
) -> Iterator[tuple[BrowserProcess, BrowserSession]]:
    """The service and its client."""
    folder = home / "sessions"
    folder.mkdir(exist_ok=True)
    for name, content in (sessions or {"first": session()}).items():
        (folder / f"{name}.json").write_text(json.dumps(content))
    settings = {"x_web_url": site.url, "clock_file": str(site.file), "session_pace_seconds": "0", **rules}
    with ExitStack() as ending:
        server = BrowserProcess(home, folder, settings)
        ending.callback(server.stop)
        server.start()
        yield server, BrowserSession(HttpClient("browser", seconds=PATIENT), url=server.url, id_digits=18)


def searched(client: BrowserSession, site: Pages, text: str, *observed: str, minutes: float = 3) -> SearchAnswer:
    """One search of this moment."""
    query = SearchQuery(
        text=f"{text} filter:videos",
        asked_at=site.now(),
        max_age=timedelta(minutes=minutes),
        seen_ids=frozenset(observed),
    )
    return client.search(query)


def a_clock() -> StandingClock:
    """Of a match without anything."""
    return StandingClock(datetime(2022, 12, 18, 15, tzinfo=UTC))


def luring(address: str) -> Starlette:
    """A search page that tries to lead its browser elsewhere."""
    script = f"""<script>
      fetch('http://{address}/fetched').catch(() => 0); new WebSocket('ws://{address}/socket')
      fetch('/away').catch(() => 0); document.write('<iframe src="http://{address}/frame"></iframe>')
      setTimeout(() => location.href = '/away', 500)
    </script>"""

    async def search(_: Request) -> Response:
        return HTMLResponse(script)

    async def away(_: Request) -> Response:
        return RedirectResponse(f"http://{address}/redirected", 302)

    return Starlette(routes=[Route("/search", search), Route("/away", away)])
