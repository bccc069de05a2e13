"""Typed JSON replies with ETags, cache lifetimes and security headers."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from pydantic import TypeAdapter

from footy.goals.page.schemas import Problem

JSON, HTML, EVENTS = "application/json", "text/html; charset=utf-8", "text/event-stream"
SECOND, MOMENT, MINUTE = "public, max-age=1", "public, max-age=2", "public, max-age=60"
REDIRECTED = "public, max-age=30"
SECURE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": (
        "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
}
ETAG_DIGITS = 20
_ADAPTERS: dict[type, TypeAdapter[Any]] = {}


def json_reply(answer: object, *, keep: str = MOMENT) -> Response[str]:
    """Return a typed answer as JSON."""
    body = _writer(type(answer)).dump_json(answer).decode()
    return Response(HTTPStatus.OK.value, JSON, body, headers={"Cache-Control": keep})


def redirect_to(address: str) -> Response[str]:
    """Redirect; caches keep it for half a minute, so that a replaced clip is soon followed."""
    return Response(HTTPStatus.FOUND.value, body="", headers={"Location": address, "Cache-Control": REDIRECTED})


def responses_for(answer: type, *statuses: HTTPStatus) -> dict[int, OpenAPIResponse]:
    """Return the documented responses of a route."""
    problems = {HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, *statuses}
    return {
        HTTPStatus.OK.value: {"description": "the answer", "content": {JSON: {"model": answer}}},
        HTTPStatus.NOT_MODIFIED.value: {"description": "not modified"},
        **{status.value: problem_response(status) for status in sorted(problems)},
    }


def problem_response(status: HTTPStatus) -> OpenAPIResponse:
    """Return the documentation of a problem response."""
    return {"description": status.phrase, "content": {"application/problem+json": {"model": Problem}}}


def with_etag(app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Response[str]]) -> Response[str]:
    """Add an ETag and security headers, and answer 304 to a known ETag."""
    reply = proceed(app)
    for name, text in SECURE.items():
        reply.headers.setdefault(name, text)
    if reply.status_code != HTTPStatus.OK or not isinstance(reply.body, str):
        return reply
    etag = f'"{hashlib.sha256(reply.body.encode()).hexdigest()[:ETAG_DIGITS]}"'
    reply.headers["ETag"] = etag
    etags = app.current_event.headers.get("if-none-match") or ""
    if etag in {one.strip().removeprefix("W/") for one in etags.split(",")}:
        reply.status_code, reply.body = HTTPStatus.NOT_MODIFIED.value, ""
    return reply


def _writer(shape: type) -> TypeAdapter[Any]:
    if shape not in _ADAPTERS:
        _ADAPTERS[shape] = TypeAdapter(shape)
    return _ADAPTERS[shape]
