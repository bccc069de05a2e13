"""Serves: `python -m eyes --model FILE`."""

import argparse
import asyncio
import contextlib
import os
import socket
from pathlib import Path

import uvicorn

from eyes.chat import Chat
from eyes.clip import Sight, agreed
from eyes.frame import Eyes

MODEL = "eyes"
IDLE_SECONDS = 60.0
WATCH_SECONDS = 0.5


class Service:
    """The eyes behind a socket, which rest when nobody asks."""

    def __init__(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._looked = 0

    def look(self, jpeg: bytes) -> Sight:
        self._looked += 1
        return self._eyes.look(jpeg)

    async def rest(self) -> None:
        """Lets the networks go after a while without a question, for ever."""
        before = self._looked
        while True:
            await asyncio.sleep(IDLE_SECONDS)
            if self._looked == before:
                await asyncio.to_thread(self._eyes.rest)
            before = self._looked


async def serve(options: argparse.Namespace) -> None:
    """Until a signal comes, or with --with-parent until whoever started this is gone."""
    service = Service(Eyes(options.model, options.threads))
    listener = socket.create_server((options.host, options.port))
    app = Chat(MODEL, service.look, agreed).app()
    config = uvicorn.Config(app, lifespan="off", log_level="warning", access_log=False)
    server = uvicorn.Server(config)
    beside = [asyncio.create_task(service.rest())]
    if options.with_parent:
        beside.append(asyncio.create_task(_stop_with_parent(server, os.getppid())))
    if options.port_file:
        _announce(options.port_file, listener.getsockname()[1])
    await server.serve(sockets=[listener])
    for task in beside:
        task.cancel()


def _announce(file: Path, port: int) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(str(port))
    draft.replace(file)


async def _stop_with_parent(server: uvicorn.Server, parent: int) -> None:
    while os.getppid() == parent:  # noqa: ASYNC110 - nobody announces the end of a process
        await asyncio.sleep(WATCH_SECONDS)
    server.should_exit = True


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m eyes", description=__doc__)
    parser.add_argument("--model", required=True, type=Path, help="what `python -m eyes.build_model` made")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 for any that is free")
    parser.add_argument("--port-file", type=Path, help="where the port is written")
    parser.add_argument("--threads", type=int, default=1, help="of one question; questions are answered in turn")
    parser.add_argument("--with-parent", action="store_true", help="end with the process that started this one")
    return parser.parse_args()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(_options()))
