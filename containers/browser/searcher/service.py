"""HTTP API of the search service for `footy/goals/adapters/posts/browser.py`: `POST /search`, `GET /health`."""

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
from searcher.progress import SearchProgress, SearchRequest
from searcher.queue import SearchQueue

LARGEST = 256 * 1024
LONGEST_QUERY = 1000
OLDEST_MINUTES = 24 * 60
# a search makes two, and one failure may be chance
MOST_FAILED_STARTS = 4
# subclasses first
STATUSES: Mapping[type[FootyError], int] = {
    SessionExpired: 401,
    AccessDenied: 403,
    RequestRefused: 422,
    RateLimited: 429,
    MalformedAnswer: 502,
    UpstreamUnavailable: 503,
}


class _SearchBody(LenientModel):
    query: str = Field(min_length=1, max_length=LONGEST_QUERY)
    max_age_minutes: int = Field(gt=0, le=OLDEST_MINUTES)
    seen: ReadableItems[PostId] = ()


@dataclass(slots=True)
class SearchService:
    """HTTP API in front of the queue."""

    queue: SearchQueue
    clock: Clock
    rules: Rules
    # graceful shutdown has begun: no new searches
    draining: bool = False
    last: dict[str, str] = field(default_factory=dict)

    def app(self) -> Starlette:
        """Return the application."""
        return Starlette(routes=[Route("/search", self._search, methods=["POST"]), Route("/health", self._health)])

    async def _search(self, request: Request) -> Response:
        if self.draining:
            return _refused(UpstreamUnavailable("this instance is shutting down"))
        try:
            reading = await self.queue.search(self._search_request(await _body(request)))
        except FootyError as failure:
            log_warning("search_failed", error=type(failure).__name__, reason=str(failure))
            self.last = {"error": type(failure).__name__, "at": iso(self.clock.now())}
            return _refused(failure)
        return JSONResponse(_answer(reading))

    def _search_request(self, body: bytes) -> SearchRequest:
        try:
            search = _SearchBody.model_validate(json.loads(body))
        except (ValueError, RecursionError, ValidationError) as odd:
            raise RequestRefused("a search needs query, max_age_minutes and seen") from odd
        now = self.clock.now()
        return SearchRequest(
            query=search.query,
            posted_after=now - timedelta(minutes=search.max_age_minutes),
            known_ids=frozenset(search.seen),
        )

    async def _health(self, _: Request) -> Response:
        """Report sessions, accounts and browser; 503 during shutdown or without a working browser."""
        now, rotation, chromium = self.clock.now(), self.queue.rotation, self.queue.chromium
        ends = {name: round((end - now).total_seconds()) for name, end in rotation.ends.items()}
        report = {
            "authenticated": any(why in ("", "rate limited") for why in rotation.states.values())
            if rotation.states
            else None,
            "expires_in": min(ends.values(), default=None),
            "accounts": {
                name: {"state": why or "ready", "expires_in": ends.get(name)} for name, why in rotation.states.items()
            },
            "browser": {
                "running": chromium.pid is not None,
                "pid": chromium.pid,
                "starts": chromium.starts,
                "failed_starts": chromium.failed_starts,
                "megabytes": round(chromium.grown_to),
                "searches": self.queue.searches,
            },
            "last_failure": self.last or None,
            "draining": self.draining,
        }
        return JSONResponse(report, 503 if self.draining or chromium.failed_starts >= MOST_FAILED_STARTS else 200)


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


def _answer(reading: SearchProgress) -> dict[str, Any]:
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
