"""Servers of a child process: one socket per service, one event loop for all."""

import asyncio
import json
import os
import signal
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

HOST = "127.0.0.1"
BACKLOG = 128
POLL_SECONDS = 0.5
# read at import: later the parent may be gone already
PARENT = os.getppid()
GRACE_SECONDS = 1


class ByPort:
    """Dispatcher by the port that a request came in on."""

    def __init__(self, apps: Mapping[int, ASGIApp]) -> None:
        self._apps = apps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._apps[scope["server"][1]](scope, receive, send)


class GracefulServer(uvicorn.Server):
    """Server that returns from `serve` on a signal, so that the caller can clean up."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        yield

    def stop(self) -> None:
        self.should_exit = True


def bind(port: int) -> socket.socket:
    """Return a listening socket on the requested port, or on a free one."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError:
        listener.bind((HOST, 0))
    listener.listen(BACKLOG)
    return listener


def write_ports(ports: int | Mapping[str, int], file: Path) -> None:
    """Write the port, or the ports by service, in one step: a reader never sees half of them."""
    draft = file.with_suffix(".draft")
    draft.write_text(json.dumps(ports if isinstance(ports, int) else dict(ports)))
    draft.replace(file)


async def serve(apps: Mapping[int, ASGIApp], sockets: list[socket.socket]) -> None:
    """Serve until SIGTERM, or until the parent process ends."""
    config = uvicorn.Config(
        ByPort(apps), lifespan="off", log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_SECONDS
    )
    server = GracefulServer(config)
    watch = asyncio.create_task(_stop_with_parent(server))
    await server.serve(sockets=sockets)
    watch.cancel()


async def _stop_with_parent(server: GracefulServer) -> None:
    while os.getppid() == PARENT:  # noqa: ASYNC110 - there is no event for the end of a parent
        await asyncio.sleep(POLL_SECONDS)
    server.stop()
