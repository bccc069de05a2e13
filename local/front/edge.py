"""The paths of the page, each led to where it is answered: the API, the clips in their bucket, the files of `web/`."""

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from footy.goals.page.headers import page_headers
from local.front.cache import Cache, Stored, lasting

# part of the key, as the cache policy of cdk/constructs/network/distribution.py has it
KEYS = ("last-event-id", "cookie")
PASSED_ON = ("accept", "authorization", "content-type", "cookie", "if-none-match", "last-event-id")
PASSED_BACK = (
    *("cache-control", "content-type", "content-security-policy", "etag", "location", "referrer-policy"),
    *("retry-after", "set-cookie", "x-content-type-options"),
)
OF_FILES = (
    "accept-ranges",
    "cache-control",
    "content-length",
    "content-range",
    "content-type",
    "etag",
    "last-modified",
)
UNCACHED = ("/api/v1/ops", "/api/v1/images", "/api/v1/session")
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
MEDIA = "/media"
SECONDS = 30.0
# servers close what was silent for five seconds: a question on its way just then would get no answer
KEPT = httpx.Limits(keepalive_expiry=2.0)
BAD_GATEWAY = 502


@dataclass(frozen=True, slots=True)
class Origins:
    """Where answers come from, as the deployment says; nowhere before there is one."""

    file: Path
    web: Path

    def read(self) -> Mapping[str, str]:
        """The addresses of the API and of the bucket of clips."""
        try:
            written: dict[str, str] = json.loads(self.file.read_text())
        except FileNotFoundError:
            return {}
        return written


def edge(origins: Origins) -> Starlette:
    """The whole front as an application."""
    client, cache = httpx.AsyncClient(timeout=SECONDS, limits=KEPT, trust_env=False), Cache(time.monotonic)
    of_api = partial(_of_api, origins, client, cache)
    return Starlette(
        routes=[
            *(
                Route(path, _handler(of_api), methods=METHODS)
                for path in ("/api/{rest:path}", "/v/{rest:path}", "/feeds/{rest:path}")
            ),
            Route(f"{MEDIA}/{{key:path}}", _handler(partial(_of_clips, origins, client))),
            Route("/{path:path}", _handler(partial(_of_files, origins))),
        ]
    )


def _handler(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return await answer(request)

    return handle


async def _of_api(origins: Origins, client: httpx.AsyncClient, cache: Cache, request: Request) -> Response:
    base = origins.read().get("api")
    if base is None:
        return _not_yet()
    url = f"{base}{_path(request)}" + (f"?{request.url.query}" if request.url.query else "")
    if request.method not in {"GET", "HEAD"} or request.url.path.startswith(UNCACHED):
        return _given(await _ask(client, request, url, await request.body()))
    key = (url, *(request.headers.get(name, "") for name in KEYS))
    found = await cache.answer(key, partial(_ask, client, request, url, b"", conditional=False))
    etag = found.headers.get("etag")
    if etag and etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={**found.headers})
    return _given(found)


async def _ask(
    client: httpx.AsyncClient, request: Request, url: str, body: bytes, *, conditional: bool = True
) -> Stored:
    headers = {name: request.headers[name] for name in PASSED_ON if name in request.headers}
    if not conditional:  # the answer is for all who ask, whatever this one has already
        headers.pop("if-none-match", None)
    try:
        said = await client.request("GET" if not conditional else request.method, url, headers=headers, content=body)
    except httpx.HTTPError as failure:
        return Stored(BAD_GATEWAY, {"content-type": "text/plain"}, type(failure).__name__.encode(), 0.0)
    kept = {name: said.headers[name] for name in PASSED_BACK if name in said.headers}
    return Stored(said.status_code, kept, said.content, time.monotonic() + lasting(said.status_code, kept))


async def _of_clips(origins: Origins, client: httpx.AsyncClient, request: Request) -> Response:
    """Range requests go through to the bucket, as they do at the edge."""
    base = origins.read().get("media")
    if base is None:
        return _not_yet()
    headers = {name: request.headers[name] for name in ("range", "if-range") if name in request.headers}
    asked = client.build_request(request.method, f"{base}{_path(request).removeprefix(MEDIA)}", headers=headers)
    try:
        said = await client.send(asked, stream=True)
    except httpx.HTTPError as failure:
        return PlainTextResponse(type(failure).__name__, BAD_GATEWAY)
    kept = {name: said.headers[name] for name in OF_FILES if name in said.headers}
    if said.status_code not in {200, 206, 416}:
        await said.aclose()
        return PlainTextResponse("", 404)

    async def content() -> object:
        try:
            async for chunk in said.aiter_raw():
                yield chunk
        finally:  # whoever skips on hangs up in the middle
            await said.aclose()

    return StreamingResponse(content(), said.status_code, headers={**kept, "X-Content-Type-Options": "nosniff"})  # type: ignore[arg-type]


async def _of_files(origins: Origins, request: Request) -> Response:
    headers = {**page_headers(*origins.read().get("uploads", "").split()), "Cache-Control": "no-cache"}
    file = file_of(request.path_params["path"], origins.web.resolve())
    return FileResponse(file, headers=headers) if file else PlainTextResponse("not here", 404, headers=headers)


def file_of(path: str, web: Path) -> Path | None:
    """`/` and `/ops` are pages of their names; a path with a dot is a file as it lies there, and nothing outside is."""
    name = path if "." in path else f"{path.rstrip('/') or 'index'}.html"
    try:
        file = (web / name).resolve()
        return file if file.is_relative_to(web) and file.is_file() else None
    except (OSError, ValueError):  # no name of a file at all
        return None


def _path(request: Request) -> str:
    """Letter by letter as it was asked for: what is escaped in it means something to the origin."""
    raw: bytes = request.scope["raw_path"]
    return raw.decode("ascii")


def _given(found: Stored) -> Response:
    return Response(found.body, found.status, headers={**found.headers})


def _not_yet() -> Response:
    return PlainTextResponse("the stack is being set up", 503, headers={"Retry-After": "2"})
