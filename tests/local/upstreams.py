"""Asks a simulated service in process, at a moment of the test's choice."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import anyio
import httpx
from starlette.types import ASGIApp

from footy.core.clock import Clock
from local.footage.renderer import FootageRenderer
from local.replay.model import Replay
from local.upstreams.context import UpstreamContext

MEDIA = "http://127.0.0.1:9"
FINAL = 979139


@dataclass(slots=True)
class StandingClock:
    """A clock that stands until it is moved."""

    moment: datetime

    def now(self) -> datetime:
        return self.moment

    def move(self, **by: float) -> None:
        self.moment += timedelta(**by)


def a_world(replay: Replay, clock: Clock, home: Path) -> UpstreamContext:
    return UpstreamContext(
        replay=replay, clock=clock, renderer=FootageRenderer(replay, "unused", home), media_origin=MEDIA
    )


def ask(app: ASGIApp, method: str, path: str, **request: Any) -> httpx.Response:
    """One request to an application, without a socket."""

    async def requests() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
            return await client.request(method, path, **request)

    return anyio.run(requests)
