"""Paths of the front: API and share links to the function, clips to their bucket, everything else from `web/`."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from footy.goals.model.keys import fixture_in
from footy.goals.page.headers import page_headers

API_PATHS = ("/api/{rest:path}", "/v/{rest:path}", "/feeds/{rest:path}")
REQUEST_HEADERS = ("accept", "authorization", "content-type", "cookie", "if-none-match", "last-event-id")
ANSWER_HEADERS = (
    *("cache-control", "content-type", "content-security-policy", "etag", "location", "referrer-policy"),
    *("retry-after", "set-cookie", "x-content-type-options"),
)
CLIP_HEADERS = (
    *("accept-ranges", "cache-control", "content-length", "content-range", "content-type", "etag", "last-modified"),
)
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]
MEDIA = "/media"
SECONDS = 30.0
# servers close a connection after five silent seconds, and a request on its way would be lost
LIMITS = httpx.Limits(keepalive_expiry=2.0)
BAD_GATEWAY = 502


@dataclass(frozen=True, slots=True)
class Origins:
    """Origins of the answers; the API and the bucket appear with their deployment."""

    file: Path
    web: Path

    def read(self) -> Mapping[str, str]:
        """Return the addresses of the API and of the bucket of clips."""
        try:
            addresses: dict[str, str] = json.loads(self.file.read_text())
        except FileNotFoundError:
            return {}
        return addresses


def edge(origins: Origins) -> Starlette:
    """Return the front as an application."""
    client = httpx.AsyncClient(timeout=SECONDS, limits=LIMITS, trust_env=False)
    api = _handler(partial(_api_answer, origins, client))
    return Starlette(
        routes=[
            *(Route(path, api, methods=METHODS) for path in API_PATHS),
            Route(f"{MEDIA}/{{key:path}}", _handler(partial(_clip_answer, origins, client))),
            Route("/{path:path}", _handler(partial(_file_answer, origins))),
        ]
    )


def _handler(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        return await answer(request)

    return handle


async def _api_answer(origins: Origins, client: httpx.AsyncClient, request: Request) -> Response:
    base = origins.read().get("api")
    if base is None:
        return _not_deployed()
    url = f"{base}{_raw_path(request)}" + (f"?{request.url.query}" if request.url.query else "")
    headers = {name: request.headers[name] for name in REQUEST_HEADERS if name in request.headers}
    try:
        answer = await client.request(request.method, url, headers=headers, content=await request.body())
    except httpx.HTTPError as failure:
        return PlainTextResponse(type(failure).__name__, BAD_GATEWAY)
    return Response(answer.content, answer.status_code, headers=_selected(answer, ANSWER_HEADERS))


async def _clip_answer(origins: Origins, client: httpx.AsyncClient, request: Request) -> Response:
    """Pass range requests through to the bucket, as CloudFront does."""
    base = origins.read().get("media")
    if base is None:
        return _not_deployed()
    if fixture_in(request.path_params["key"]) is None:  # clips that were taken down are under a private prefix
        return PlainTextResponse("", 404)
    headers = {name: request.headers[name] for name in ("range", "if-range") if name in request.headers}
    outgoing = client.build_request(request.method, f"{base}{_raw_path(request).removeprefix(MEDIA)}", headers=headers)
    try:
        answer = await client.send(outgoing, stream=True)
    except httpx.HTTPError as failure:
        return PlainTextResponse(type(failure).__name__, BAD_GATEWAY)
    if answer.status_code not in {200, 206, 416}:
        await answer.aclose()
        return PlainTextResponse("", 404)

    async def content() -> AsyncIterator[bytes]:
        try:
            async for chunk in answer.aiter_raw():
                yield chunk
        finally:  # a viewer who skips to the next clip hangs up here
            await answer.aclose()

    selected = {**_selected(answer, CLIP_HEADERS), "X-Content-Type-Options": "nosniff"}
    return StreamingResponse(content(), answer.status_code, headers=selected)


async def _file_answer(origins: Origins, request: Request) -> Response:
    headers = {**page_headers(*origins.read().get("uploads", "").split()), "Cache-Control": "no-cache"}
    file = file_of(request.path_params["path"], origins.web.resolve())
    return FileResponse(file, headers=headers) if file else PlainTextResponse("not found", 404, headers=headers)


def file_of(path: str, web: Path) -> Path | None:
    """Return the file of a path: `/` and `/ops` are pages, a path with a dot is a file, and only `web` is served."""
    name = path if "." in path else f"{path.rstrip('/') or 'index'}.html"
    try:
        file = (web / name).resolve()
        return file if file.is_relative_to(web) and file.is_file() else None
    except (OSError, ValueError):  # not a file name
        return None


def _raw_path(request: Request) -> str:
    """Return the path without unescaping it, because the origin does that."""
    raw: bytes = request.scope["raw_path"]
    return raw.decode("ascii")


def _selected(answer: httpx.Response, names: tuple[str, ...]) -> dict[str, str]:
    return {name: answer.headers[name] for name in names if name in answer.headers}


def _not_deployed() -> Response:
    return PlainTextResponse("the stack is being deployed", 503, headers={"Retry-After": "2"})
