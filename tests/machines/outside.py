"""Fakes of everything outside AWS: football API, X, clip server and vision model.

Each takes its time, drawn from dice, and says how long it took.
"""

import random
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route

from bench.model.table import Span
from eyes.chat import Answer, Chat
from footy.core.clock import MatchClock
from footy.goals.fixtures.rows import EventRow, Player
from tests.machines.stopwatch import Stopwatch
from tests.support.api_football import entry, envelope

JPEG = b"\xff\xd8\xff"
FIRST_POST = 1604500000000000000
SEARCH, FETCH, LOOK = (
    Span(0.3, 0.8),
    Span(0.5, 1.2),
    Span(0.2, 0.35),
)  # seconds; LOOK is for one of two frames


@dataclass(slots=True)
class Dice:
    """Random numbers for many threads."""

    seed: int
    _one: threading.Lock = field(default_factory=threading.Lock)
    _dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)

    def spend(self, span: Span) -> None:
        """Sleep for a random duration of this span."""
        with self._one:
            seconds = span.draw(self._dice)
        time.sleep(seconds)


@dataclass(slots=True)
class Outside:
    """Fake services; `words` are the wall times of the first report of each goal, `found` those of each post."""

    clock: MatchClock
    watch: Stopwatch
    chosen: tuple[int, ...]
    words: Mapping[int, float]
    url: str = ""
    dice: Dice = field(default_factory=lambda: Dice(1))
    found: dict[str, float] = field(default_factory=dict)
    _attempts: dict[str, int] = field(default_factory=dict)
    _one: threading.Lock = field(default_factory=threading.Lock)
    _numbers: Callable[[], int] = field(default_factory=lambda: count(FIRST_POST).__next__)

    def app(self) -> Starlette:
        """Build one application for all of them."""
        return Starlette(
            routes=[
                Route("/fixtures", self._fixtures),
                Route("/2/tweets/search/recent", self._search),
                Route("/clips/{post}.mp4", self._clip),
                Mount("/eyes", Chat("dice", self._look, list).app()),
            ]
        )

    def accepts(self, post: str) -> bool:
        """Return whether a post is football: two of three are."""
        return sha256(post.encode()).digest()[0] % 3 > 0

    def accepted_share(self) -> float:
        """Return the share of football among the posts found."""
        return sum(map(self.accepts, self.found)) / len(self.found)

    def _fixtures(self, request: Request) -> Response:
        ids = [int(one) for one in request.query_params["ids"].split("-")]
        now, minute = time.time(), 60
        entries = [
            entry(one, "2H", [scored(one)] if now >= self.words[one] else [], teams=teams(one), elapsed=minute)
            for one in ids
        ]
        return JSONResponse(envelope(entries))

    def _search(self, request: Request) -> Response:
        self.dice.spend(SEARCH)
        query = request.query_params["query"]
        with self._one:
            attempt = self._attempts[query] = self._attempts.get(query, 0) + 1
            found = [str(self._numbers()) for _ in range(self.chosen[attempt - 1])]
            self.found |= dict.fromkeys(found, time.time())
        films = [self._film(post) for post in found]
        return JSONResponse(
            {"data": list(map(self._post, found)), "includes": {"media": films}, "meta": {"result_count": len(found)}}
        )

    def _post(self, post: str) -> dict[str, Any]:
        key = {"media_keys": [f"7_{post}"]}
        return {"id": post, "created_at": self.clock.now().isoformat(), "attachments": key}

    def _film(self, post: str) -> dict[str, Any]:
        file = {"content_type": "video/mp4", "bit_rate": 2_000_000, "url": f"{self.url}/clips/{post}.mp4"}
        return {"media_key": f"7_{post}", "type": "video", "duration_ms": 20_000, "variants": [file]}

    def _clip(self, request: Request) -> Response:
        post = request.path_params["post"]
        with self.watch.span("fetch", post):
            self.dice.spend(FETCH)
        return Response(post.encode(), media_type="video/mp4")

    def _look(self, jpeg: bytes) -> Answer:
        self.dice.spend(LOOK)
        return Answer(soccer=self.accepts(jpeg.removeprefix(JPEG).decode()), screen=False)


def teams(fixture_id: int) -> tuple[int, int]:
    """Return a unique pair of teams per fixture, so that queries differ."""
    return 10 * fixture_id, 10 * fixture_id + 1


def scored(fixture_id: int) -> EventRow:
    """Return the only goal of a fixture."""
    home, _ = teams(fixture_id)
    letters = f"{chr(65 + fixture_id // 26 % 26)}{chr(97 + fixture_id % 26)}"
    scorer = Player(fixture_id, f"{letters}ovic")
    return EventRow(elapsed=59, player=scorer, team_id=home, team_name=f"{letters}ford")
