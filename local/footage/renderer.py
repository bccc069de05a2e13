"""Rendered clips on demand and ahead of time, drawn by one patient child process and kept on disk.

The child reads a media path per line and repeats it when the file is there; it ends with its input, so it never
outlives its parent.
"""

import asyncio
import os
import sys
from datetime import timedelta
from pathlib import Path

import cv2

from footy.core.clock import Clock
from local.footage.render import render
from local.replay.model import Replay
from local.replay.posts import Rendering, media_path

AHEAD = timedelta(hours=1)
NICENESS = 5
IDLE_SECONDS = 0.25
PROJECT = Path(__file__).parents[2]


class Studio:
    """The files of a replay's posts."""

    def __init__(self, replay: Replay, source: str, home: Path) -> None:
        self._replay = replay
        self._source = source
        self._home = home
        self._home.mkdir(parents=True, exist_ok=True)
        self._turn = asyncio.Lock()
        self._child: asyncio.subprocess.Process | None = None

    async def file(self, path: str, rendering: Rendering) -> Path:
        """The file behind a media path, drawn now if nobody asked for it before."""
        file = drawn(self._home, rendering)
        if not file.exists():
            async with self._turn:
                if not file.exists():
                    await self._draw(path)
        return file

    async def work_ahead(self, clock: Clock) -> None:
        """Draws the best file of every post a little before the match clock reaches it, for ever."""
        for post in self._replay.posts():
            while clock.now() < post.at - AHEAD:  # noqa: ASYNC110 - the clock is a file
                await asyncio.sleep(IDLE_SECONDS)
            best, _ = post.renderings()
            await self.file(media_path(post, best), best)

    async def close(self) -> None:
        """Ends the child, which finishes the clip it is at."""
        child, self._child = self._child, None
        if child and child.stdin:
            child.stdin.close()
            await child.wait()

    async def _draw(self, path: str) -> None:
        child = await self._running()
        if child.stdin is None or child.stdout is None:
            raise RuntimeError("the studio has no pipes")
        child.stdin.write(f"{path}\n".encode())
        await child.stdin.drain()
        # What was drawn for somebody who no longer waited is still announced: it is not for this path.
        async for line in child.stdout:
            if line.decode().strip() == path:
                return
        await self.close()
        raise RuntimeError(f"the studio could not draw {path}")

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


def drawn(home: Path, rendering: Rendering) -> Path:
    """Where a rendering is kept: by everything that decides its pixels."""
    return home / f"{rendering.key}.mp4"


def main(source: str, home: Path) -> None:
    """Draws what it is asked for until there is nobody left to ask."""
    os.nice(NICENESS)
    cv2.setNumThreads(1)
    files = Replay.load(source).files()
    for line in sys.stdin:
        _, rendering = files[line.strip()]
        target = drawn(home, rendering)
        if not target.exists():
            render(rendering, target)
        sys.stdout.write(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
