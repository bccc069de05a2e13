"""Fake X for the search of one goal."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from footy.core.clock import MatchClock

MOST_CLIPS = 5
# of one search


Trouble = tuple[int, dict[str, str]]


@dataclass(slots=True)
class X:
    """Recent search of X: new posts every time, after the scripted failures."""

    clock: MatchClock
    troubles: list[Trouble] = field(default_factory=list)
    asked: int = 0
    charged: int = 0
    slow_once: float = 0.0
    clips: int = 3

    # side effects during the nth request
    meanwhile: dict[int, Callable[[], object]] = field(default_factory=dict)

    def app(self) -> Starlette:
        return Starlette(routes=[Route("/2/tweets/search/recent", self._recent)])

    def _recent(self, _: Request) -> Response:
        self.asked += 1
        self.meanwhile.pop(self.asked, lambda: None)()
        if self.slow_once:
            seconds, self.slow_once = self.slow_once, 0.0
            time.sleep(seconds)
        if self.troubles:
            status, headers = self.troubles.pop(0)
            return PlainTextResponse("trouble", status, headers)
        self.charged += 1
        keys = [f"7_{self.charged}{n}" for n in range(self.clips)]
        posts = [self._post(n, key) for n, key in enumerate(keys)]
        films = [{"media_key": key, "type": "video", "duration_ms": 20_000, "variants": []} for key in keys]
        return JSONResponse({"data": posts, "includes": {"media": films}, "meta": {"result_count": len(posts)}})

    def _post(self, n: int, key: str) -> dict[str, Any]:
        return {
            "id": str(1604500000000000000 + 100 * self.charged + n),
            "created_at": self.clock.now().isoformat(),
            "attachments": {"media_keys": [key]},
        }
