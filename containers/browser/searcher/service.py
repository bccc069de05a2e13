"""The service as `footy/goals/adapters/posts/browser.py` speaks to it: `POST /search`, `GET /health`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from pydantic import Field, ValidationError
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from footy.core.clock import Clock
from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    RateLimited,
    RequestRefused,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.core.http.lenient import LenientModel, PostId, ReadableItems
from footy.core.telemetry import log_warning
from footy.core.text import iso
from footy.goals.search.posts import FoundVideo
from footy.goals.settings import Rules
from searcher.progress import Reading, Wanted
from searcher.queue import Desk

LARGEST = 256 * 1024
LONGEST_QUERY = 1000
OLDEST_MINUTES = 24 * 60
# one of them may be bad luck, and a search makes two
MOST_FAILED_STARTS = 4
# the narrower first
STATUSES: Mapping[type[FootyError], int] = {
    SessionExpired: 401,
    AccessDenied: 403,
    RequestRefused: 422,
    RateLimited: 429,
    MalformedAnswer: 502,
    UpstreamUnavailable: 503,
}


class _Asked(LenientModel):
    query: str = Field(min_length=1, max_length=LONGEST_QUERY)
    max_age_minutes: int = Field(gt=0, le=OLDEST_MINUTES)
    seen: ReadableItems[PostId] = ()


@dataclass(slots=True)
class Service:
    """What is asked over HTTP, and what is answered."""

    desk: Desk
    clock: Clock
    rules: Rules
    # no new search is begun once whoever runs this wants it to end
    draining: bool = False
    last: dict[str, str] = field(default_factory=dict)

    def app(self) -> Starlette:
        """As an application."""
        return Starlette(routes=[Route("/search", self._search, methods=["POST"]), Route("/health", self._health)])

    async def _search(self, request: Request) -> Response:
        if self.draining:
            return _refused(UpstreamUnavailable("this instance is about to end"))
        try:
            reading = await self.desk.search(self._wanted(await _body(request)))
        except FootyError as failure:
            log_warning("search_failed", error=type(failure).__name__, reason=str(failure))
            self.last = {"error": type(failure).__name__, "at": iso(self.clock.now())}
            return _refused(failure)
        return JSONResponse(_answer(reading))

    def _wanted(self, body: bytes) -> Wanted:
        try:
            asked = _Asked.model_validate(json.loads(body))
        except (ValueError, RecursionError, ValidationError) as odd:
            raise RequestRefused("a search is a query, max_age_minutes and seen") from odd
        now = self.clock.now()
        return Wanted(
            query=asked.query, posted_after=now - timedelta(minutes=asked.max_age_minutes), seen=frozenset(asked.seen)
        )

    async def _health(self, _: Request) -> Response:
        """The session at hand, the accounts, and how the browser is; 503 once it should not be asked any more."""
        now, rota, chromium = self.clock.now(), self.desk.rota, self.desk.chromium
        ends = {name: round((end - now).total_seconds()) for name, end in rota.ends.items()}
        said = {
            "authenticated": any(why in ("", "rate limited") for why in rota.known.values()) if rota.known else None,
            "expires_in": min(ends.values(), default=None),
            "accounts": {
                name: {"state": why or "ready", "expires_in": ends.get(name)} for name, why in rota.known.items()
            },
            "browser": {
                "running": chromium.pid is not None,
                "pid": chromium.pid,
                "starts": chromium.starts,
                "failed_starts": chromium.failed_starts,
                "megabytes": round(chromium.grown_to),
                "searches": self.desk.searches,
            },
            "last_failure": self.last or None,
            "draining": self.draining,
        }
        return JSONResponse(said, 503 if self.draining or chromium.failed_starts >= MOST_FAILED_STARTS else 200)


async def _body(request: Request) -> bytes:
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            raise RequestRefused(f"a search has at most {LARGEST} bytes")
    return bytes(body)


def _refused(failure: FootyError) -> Response:
    status = next((code for kind, code in STATUSES.items() if isinstance(failure, kind)), 500)
    headers = {"retry-after": f"{max(1, round(failure.retry_after))}"} if isinstance(failure, RateLimited) else {}
    return JSONResponse({"error": type(failure).__name__, "reason": str(failure)}, status, headers)


def _answer(reading: Reading) -> dict[str, Any]:
    return {
        "videos": [_video(video) for video in reading.videos],
        "skipped": dict(reading.skipped),
        "pages": reading.pages,
    }


def _video(video: FoundVideo) -> dict[str, Any]:
    return {
        "tweet_id": video.tweet_id,
        "url": video.url,
        "duration": video.duration,
        "posted_at": iso(video.posted_at) if video.posted_at else None,
        "author": video.author,
        "text": video.text,
        "variants": [
            {"url": file.url, "bitrate": file.bitrate, "width": file.width, "height": file.height}
            for file in video.variants
        ],
    }
