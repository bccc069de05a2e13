"""Server of the vision service: `python -m eyes --model FILE`."""

import argparse
import asyncio
import contextlib
import os
import socket
from pathlib import Path

import uvicorn

from eyes.chat import Chat
from eyes.clip import FrameFindings, answers_for_clip
from eyes.frame import FrameAnalyzer

MODEL = "eyes"
IDLE_SECONDS = 60.0
WATCH_SECONDS = 0.5


class VisionService:
    """Vision model that unloads its networks when idle."""

    def __init__(self, eyes: FrameAnalyzer) -> None:
        self._model = eyes
        self._questions = 0

    def look(self, jpeg: bytes) -> FrameFindings:
        self._questions += 1
        return self._model.look(jpeg)

    async def unload_when_idle(self) -> None:
        """Unload the networks after each idle minute."""
        before = self._questions
        while True:
            await asyncio.sleep(IDLE_SECONDS)
            if self._questions == before:
                await asyncio.to_thread(self._model.unload)
            before = self._questions


async def serve(options: argparse.Namespace) -> None:
    """Serve until a signal comes or, with --with-parent, until the parent process ends."""
    service = VisionService(FrameAnalyzer(options.model, options.threads))
    listener = socket.create_server((options.host, options.port))
    app = Chat(MODEL, service.look, answers_for_clip).app()
    config = uvicorn.Config(app, lifespan="off", log_level="warning", access_log=False)
    server = uvicorn.Server(config)
    tasks = [asyncio.create_task(service.unload_when_idle())]
    if options.with_parent:
        tasks.append(asyncio.create_task(_stop_with_parent(server, os.getppid())))
    if options.port_file:
        _announce(options.port_file, listener.getsockname()[1])
    await server.serve(sockets=[listener])
    for task in tasks:
        task.cancel()


def _announce(file: Path, port: int) -> None:
    draft = file.with_suffix(".draft")
    draft.write_text(str(port))
    draft.replace(file)


async def _stop_with_parent(server: uvicorn.Server, parent: int) -> None:
    while os.getppid() == parent:  # noqa: ASYNC110 - no event reports the end of a parent
        await asyncio.sleep(WATCH_SECONDS)
    server.should_exit = True


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m eyes", description=__doc__)
    parser.add_argument("--model", required=True, type=Path, help="the file that `python -m eyes.build_model` wrote")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0 for any free port")
    parser.add_argument("--port-file", type=Path, help="file that receives the port")
    parser.add_argument("--threads", type=int, default=1, help="threads per question; questions run in turn")
    parser.add_argument("--with-parent", action="store_true", help="exit when the parent process ends")
    return parser.parse_args()


if __name__ == "__main__":
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(_options()))
