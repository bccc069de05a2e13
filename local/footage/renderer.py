"""Footage renderer: clips on demand and ahead of time, rendered by one child process and stored on disk.

The child reads a media path per line and repeats it when the file exists. It ends with its input, so it never
outlives its parent.
"""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

import cv2

from footy.core.clock import Clock
from local import PROJECT
from local.footage.render import render
from local.replay.model import Replay
from local.replay.posts import Rendering, media_path

AHEAD = timedelta(hours=1)
NICENESS = 5
IDLE_SECONDS = 0.25


class FootageRenderer:
    """Files of a replay's posts."""

    def __init__(self, replay: Replay, source: str, home: Path) -> None:
        self._replay = replay
        self._source = source
        self._home = home
        self._home.mkdir(parents=True, exist_ok=True)
        self._lock = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None

    async def file(self, path: str, rendering: Rendering) -> Path:
        """Return the file of a media path; render it first where it does not exist yet."""
        file = file_of(self._home, rendering)
        if not file.exists():
            async with self._lock:
                if not file.exists():
                    await self._render(path)
        return file

    async def render_ahead(self, clock: Clock) -> None:
        """Render the best file of every post before the match clock reaches it."""
        for post in self._replay.posts():
            while clock.now() < post.at - AHEAD:  # noqa: ASYNC110 - the clock is a file
                await asyncio.sleep(IDLE_SECONDS)
            best, _ = post.renderings()
            await self.file(media_path(post, best), best)

    async def close(self) -> None:
        """End the child after its current clip."""
        child, self._child = self._child, None
        if child and child.stdin:
            child.stdin.close()
            await child.wait()

    async def _render(self, path: str) -> None:
        child = await self._running()
        if child.stdin is None or child.stdout is None:
            raise RuntimeError("the renderer has no pipes")
        child.stdin.write(f"{path}\n".encode())
        await child.stdin.drain()
        # the child may still announce a path whose request was cancelled
        async for line in child.stdout:
            if line.decode().strip() == path:
                return
        await self.close()
        raise RuntimeError(f"the renderer could not render {path}")

    async def _running(self) -> asyncio.subprocess.Process:
        if self._child is None or self._child.returncode is not None:
            self._child = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "local.footage.renderer", self._source, str(self._home)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                cwd=PROJECT,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
            )
        return self._child


def file_of(home: Path, rendering: Rendering) -> Path:
    """Return the file of a rendering."""
    return home / f"{rendering.key}.mp4"


def main(source: str, home: Path) -> None:
    """Render the requested paths until standard input closes."""
    os.nice(NICENESS)
    cv2.setNumThreads(1)
    files = Replay.load(source).files()
    for line in sys.stdin:
        _, rendering = files[line.strip()]
        target = file_of(home, rendering)
        if not target.exists():
            render(rendering, target)
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
