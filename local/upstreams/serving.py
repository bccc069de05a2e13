"""Several services in one process: a socket for each, one server for all of them."""

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
WATCH_SECONDS = 0.5
# asked before anybody is told that this process is there, and may go
PARENT = os.getppid()
GRACE_SECONDS = 1


class ByPort:
    """Hands each request to the service whose port it came in on."""

    def __init__(self, apps: Mapping[int, ASGIApp]) -> None:
        self._apps = apps

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._apps[scope["server"][1]](scope, receive, send)


class Server(uvicorn.Server):
    """A server that a signal only asks to stop: what follows serving still runs."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, self.stop)
        yield

    def stop(self) -> None:
        self.should_exit = True


def bind(port: int) -> socket.socket:
    """A listening socket on the wished port, or on any other when that one is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError:
        listener.bind((HOST, 0))
    listener.listen(BACKLOG)
    return listener


def publish(ports: Mapping[str, int], file: Path) -> None:
    """Writes the chosen ports in one step, so that a reader never sees half of them."""
    _write(json.dumps(dict(ports)), file)


def announce(port: int, file: Path) -> None:
    """The same of a service with one port."""
    _write(str(port), file)


def _write(text: str, file: Path) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(text)
    draft.replace(file)


async def serve(apps: Mapping[int, ASGIApp], sockets: list[socket.socket]) -> None:
    """Serves until SIGTERM, or until the process that started this one is gone."""
    config = uvicorn.Config(
        ByPort(apps), lifespan="off", log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_SECONDS
    )
    server = Server(config)
    watch = asyncio.create_task(_stop_with_parent(server))
    await server.serve(sockets=sockets)
    watch.cancel()


async def _stop_with_parent(server: Server) -> None:
    while os.getppid() == PARENT:  # noqa: ASYNC110 - nobody announces the end of a process
        await asyncio.sleep(WATCH_SECONDS)
    server.stop()
