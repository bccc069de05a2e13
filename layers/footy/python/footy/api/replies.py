"""Answers as they go out: JSON from the typed shapes, an ETag on each, and how long anybody may keep it."""

import hashlib
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeAlias

from aws_lambda_powertools.event_handler import APIGatewayHttpResolver, Response
from aws_lambda_powertools.event_handler.openapi.types import OpenAPIResponse
from pydantic import TypeAdapter

from footy.goals.page.schemas import Problem

JSON, HTML, EVENTS = "application/json", "text/html; charset=utf-8", "text/event-stream"
SECOND, MOMENT, MINUTE = "public, max-age=1", "public, max-age=2", "public, max-age=60"
# what a shared cache may answer from for so long; a browser asks each time, with what it has
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
# one for each shape, made when it is first told
_MADE: dict[type, TypeAdapter[Any]] = {}
Reply: TypeAlias = Response[str]


def json_reply(answer: object, *, keep: str = MOMENT) -> Reply:
    """A typed answer."""
    body = _writer(type(answer)).dump_json(answer).decode()
    return Response(HTTPStatus.OK.value, JSON, body, headers={"Cache-Control": keep})


def redirect_to(address: str) -> Reply:
    """Where to go on: for half a minute, so that what is replaced or taken back is soon noticed."""
    return Response(HTTPStatus.FOUND.value, body="", headers={"Location": address, "Cache-Control": REDIRECTED})


def responses_for(answer: type, *statuses: HTTPStatus) -> dict[int, OpenAPIResponse]:
    """What a route answers, for the document that describes it."""
    problems = {HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, *statuses}
    return {
        HTTPStatus.OK.value: {"description": "the answer", "content": {JSON: {"model": answer}}},
        HTTPStatus.NOT_MODIFIED.value: {"description": "as it was"},
        **{status.value: problem_response(status) for status in sorted(problems)},
    }


def problem_response(status: HTTPStatus) -> OpenAPIResponse:
    """An answer that is a problem."""
    return {"description": status.phrase, "content": {"application/problem+json": {"model": Problem}}}


def with_etag(app: APIGatewayHttpResolver, proceed: Callable[[APIGatewayHttpResolver], Reply]) -> Reply:
    """Whoever has it already is told so in a few bytes; every answer carries what browsers are held to."""
    reply = proceed(app)
    for name, text in SECURE.items():
        reply.headers.setdefault(name, text)
    if reply.status_code != HTTPStatus.OK or not isinstance(reply.body, str):
        return reply
    etag = f'"{hashlib.sha256(reply.body.encode()).hexdigest()[:ETAG_DIGITS]}"'
    reply.headers["ETag"] = etag
    known = app.current_event.headers.get("if-none-match") or ""
    if etag in {one.strip().removeprefix("W/") for one in known.split(",")}:
        reply.status_code, reply.body = HTTPStatus.NOT_MODIFIED.value, ""
    return reply


def _writer(shape: type) -> TypeAdapter[Any]:
    if shape not in _MADE:
        _MADE[shape] = TypeAdapter(shape)
    return _MADE[shape]
