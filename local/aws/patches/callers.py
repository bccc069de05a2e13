"""Access to the emulator, which has no passwords and runs any code it gets."""

from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from ministack import app

from local.aws.patches.expectations import expect_parameters, expect_source

OWN_HOSTS = {"localhost", "127.0.0.1", "::1"}
# browsers resolve these names to this machine
OWN_ENDING = ".localhost"

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def refuse_foreign_pages() -> None:
    """Refuse requests from pages of other sites in a browser on this machine."""
    expect_parameters(app.app, "scope", "receive", "send")
    expect_source(app.main, "asyncio.run(hypercorn_serve(app, config))\n        except OSError:")
    serve = app.app

    async def serve_own(scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if is_own(scope.get("headers", ())):
            await serve(scope, receive, send)
        elif scope["type"] == "http":
            await send({"type": "http.response.start", "status": 403, "headers": [(b"content-length", b"0")]})
            await send({"type": "http.response.body", "body": b""})
        else:
            await send({"type": "websocket.close", "code": 1008})

    app.app = serve_own


def is_own(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Return whether the request names this machine, and does not come from a page of another one."""
    values = {name.lower(): value.decode("latin-1") for name, value in headers}
    hosts = [f"//{values[b'host']}"] if b"host" in values else []
    origins = [values[b"origin"]] if b"origin" in values else []
    return all(_is_here(address) for address in hosts + origins)


def _is_here(address: str) -> bool:
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return False
    return host in OWN_HOSTS or host.endswith(OWN_ENDING)
