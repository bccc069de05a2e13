"""Page without a stack: the real front, API and database; only the bucket is a folder."""

import asyncio
import base64
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import uvicorn
from pymongo.database import Database
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from footy.api.container import ApiContainer
from footy.api.credentials import Operators, Viewers
from footy.api.settings import ApiRules, ApiSettings
from footy.api.steps.answer_operator import answer_operator
from footy.api.steps.answer_organization import answer_organization
from footy.api.steps.answer_request import answer_request
from footy.goals.model.documents import EventDocument, FixtureDocument, Tombstone
from local.front.server import FrontProcess
from local.process.serving import HOST, ByPort, bind
from tests.support.api_requests import request as payload
from tests.support.match import FIXTURE
from tests.support.page_match import NOW, match
from tests.support.waiting import eventually

POLL_MS = 200
COMMIT = "0123456789ab"
ACTIVE = "fixtures_active"
DESK, IMAGES = "/api/v1/ops", "/api/v1/images"


@dataclass
class Going:
    """A match clock that goes on from a moment; a test may turn it forward."""

    at: datetime
    begun: datetime = field(default_factory=lambda: datetime.now(UTC))

    def now(self) -> datetime:
        return self.at + (datetime.now(UTC) - self.begun)


@dataclass
class Ground:
    """One match day that a test writes, as the pipeline would."""

    database: Database[FixtureDocument]
    folder: Path
    url: str = ""
    clock: Going = field(default_factory=lambda: Going(NOW))
    refuses: bool = False
    closed: bool = False
    viewers: Viewers | None = None
    operators: Operators | None = None
    # fakes of services that no browser test needs
    ports: dict[str, Any] = field(default_factory=dict)
    # where organisations put their images, and who answers them there
    organizations: ApiContainer | None = None
    bucket: Callable[[Request], Awaitable[Response]] | None = None
    bucket_url: str = ""

    def begin(self, *events: EventDocument, **document: Any) -> None:
        """Create the match as it is when the page is opened."""
        self.database[ACTIVE].insert_one({**match(*events, **document), "_stamped_at": datetime.now(UTC)})

    def write(self, *events: EventDocument, **changed: Any) -> None:
        """Store goals and facts as a poll or an upload does."""
        goals = {"home": 0, "away": 0}
        if events:
            goals = events[-1]["_score_after"].copy()
        fields = {"events": list(events), "goals": goals, "_stamped_at": datetime.now(UTC), **changed}
        self.database[ACTIVE].update_one({"_id": FIXTURE}, {"$set": fields})

    def take_back(self, tombstone: Tombstone, *removed: EventDocument) -> None:
        """Replace the goal by a tombstone, as after a VAR removal."""
        self.write(*removed, _removed_events=[{**tombstone, "at": self.clock.now()}])

    def container(self) -> ApiContainer:
        page = "closed" if self.closed else "open"
        ready = ApiContainer(
            ApiSettings(page=page, page_url=self.url, commit=COMMIT, rules=ApiRules(stream_retry_ms=POLL_MS))
        )
        ready.database = self.database
        ready.clock = self.clock
        if self.viewers:
            ready.viewers = self.viewers
        if self.operators:
            ready.operators = self.operators
        vars(ready).update(self.ports)
        return ready


@contextmanager
def fronted(folder: Path) -> Iterator[FrontProcess]:
    """One front for as many tests as like it."""
    front = FrontProcess(folder, folder / "origins.json")
    try:
        yield front.start()
    finally:
        front.stop()


@contextmanager
def opened(ground: Ground, front: FrontProcess) -> Iterator[Ground]:
    """Serve API and clips behind the front until the test is over."""
    sockets = [bind(0) for _ in range(2)]
    api, bucket = (socket.getsockname()[1] for socket in sockets)
    ground.url, ground.bucket_url = front.url, f"http://{HOST}:{bucket}"
    apps: dict[int, ASGIApp] = {api: _api(ground), bucket: _bucket(ground)}
    server = uvicorn.Server(uvicorn.Config(ByPort(apps), lifespan="off", log_level="error", access_log=False))
    thread = threading.Thread(target=server.run, kwargs={"sockets": sockets})
    thread.start()
    try:
        eventually(lambda: server.started, "the API's server")
        there = f"http://{HOST}:{bucket}"
        front.set_origins({"api": f"http://{HOST}:{api}", "media": there, "uploads": there})
        yield ground
    finally:
        server.should_exit = True
        thread.join()


def _api(ground: Ground) -> Starlette:
    """Convert requests and responses as API Gateway does."""
    turn = asyncio.Lock()

    async def handle(request: Request) -> Response:
        if ground.refuses:
            return PlainTextResponse("", 503)
        body = (await request.body()).decode() or None
        headers = {name: text for name, text in request.headers.items() if name != "host"}
        event = payload(request.method, request.url.path, request.url.query, body)
        event["headers"] = headers
        event["cookies"] = [f"{name}={text}" for name, text in request.cookies.items()]
        async with turn:  # as in a function: one request at a time
            answer = await run_in_threadpool(_answer, ground, request.url.path, event)
        text = answer.get("body") or ""
        content = base64.b64decode(text) if answer.get("isBase64Encoded") else text.encode()
        response = Response(content, answer["statusCode"], headers=answer["headers"])
        for cookie in answer.get("cookies", []):
            response.headers.append("set-cookie", cookie)
        return response

    return Starlette(routes=[Route("/{path:path}", handle, methods=["GET", "HEAD", "POST", "DELETE"])])


def _answer(ground: Ground, path: str, event: dict[str, Any]) -> dict[str, Any]:
    """Each function has its paths."""
    if path.startswith(IMAGES) and ground.organizations:
        return answer_organization(event, ground.organizations)
    return (answer_operator if path.startswith(DESK) else answer_request)(event, ground.container())


def _bucket(ground: Ground) -> Starlette:
    async def handle(request: Request) -> Response:
        if ground.bucket:
            return await ground.bucket(request)
        file = ground.folder / Path(request.path_params["key"]).name
        return FileResponse(file) if file.is_file() else PlainTextResponse("", 404)

    return Starlette(routes=[Route("/{key:path}", handle, methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"])])
