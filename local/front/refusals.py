"""Requests that the front refuses: for other hosts, and with paths that leave their folder."""

import re
from urllib.parse import unquote

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

NAMES = ("localhost", "127.0.0.1", "[::1]")
SEPARATORS = re.compile(r"[/\\]")
HEADERS = {"X-Content-Type-Options": "nosniff"}
MISDIRECTED, NOT_FOUND = 421, 404


def refuse_foreign_requests(app: ASGIApp, port: int) -> ASGIApp:
    """Return the application behind both checks."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        answer: ASGIApp = app
        if not is_for(port, scope):
            answer = PlainTextResponse(f"open http://127.0.0.1:{port} instead\n", MISDIRECTED, headers=HEADERS)
        elif has_dot_segment(scope["raw_path"].decode("latin-1")):
            answer = PlainTextResponse("not found", NOT_FOUND, headers=HEADERS)
        await answer(scope, receive, send)

    return serve


def is_for(port: int, scope: Scope) -> bool:
    """Return whether the request names this machine and port: a foreign page cannot, even if its name points here."""
    hosts = [value.decode("latin-1").lower() for name, value in scope["headers"] if name.lower() == b"host"]
    return len(hosts) == 1 and hosts[0] in {f"{name}:{port}" for name in NAMES}


def has_dot_segment(path: str) -> bool:
    """Return whether a segment is `.` or `..`, however often it is escaped."""
    while (plain := unquote(path)) != path:
        path = plain
    return not {".", ".."}.isdisjoint(SEPARATORS.split(path))
