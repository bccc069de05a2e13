import asyncio
from pathlib import Path

import pytest

from local.footage.renderer import FootageRenderer
from local.replay.model import Replay
from local.replay.posts import media_path


def test_file_is_rendered_once(tmp_path: Path) -> None:
    replay = Replay.load("var")
    post = replay.posts()[0]
    _, lesser = post.renderings()

    async def drawn() -> list[Path]:
        studio = FootageRenderer(replay, "var", tmp_path)
        path = media_path(post, lesser)
        files = list(await asyncio.gather(studio.file(path, lesser), studio.file(path, lesser)))
        await studio.close()
        return files

    files = asyncio.run(drawn())
    assert files[0] == files[1]
    assert [file.name for file in tmp_path.iterdir()] == [files[0].name]


def test_failed_rendering_is_an_error(tmp_path: Path) -> None:
    replay = Replay.load("var")
    best, _ = replay.posts()[0].renderings()

    async def drawn() -> None:
        studio = FootageRenderer(replay, "var", tmp_path)
        await studio.file("/no/such/film.mp4", best)

    with pytest.raises(RuntimeError, match=r"could not render /no/such/film\.mp4"):
        asyncio.run(drawn())


def test_cancelled_request_does_not_answer_the_next(tmp_path: Path) -> None:
    replay = Replay.load("var")
    (_, first), (_, second) = (post.renderings() for post in replay.posts()[:2])
    paths = [media_path(post, rendering) for post, rendering in zip(replay.posts(), (first, second), strict=False)]

    async def drawn() -> bool:
        studio = FootageRenderer(replay, "var", tmp_path)
        impatient = asyncio.create_task(studio.file(paths[0], first))
        await asyncio.sleep(0.2)
        impatient.cancel()
        file = await studio.file(paths[1], second)
        there = file.exists()
        await studio.close()
        return there

    assert asyncio.run(drawn())
