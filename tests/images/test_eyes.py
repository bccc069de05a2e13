"""The image `eyes`: read a clock."""

from pathlib import Path

import pytest

from footy.core.http.client import HttpClient
from footy.goals.adapters.vision.client import ChatVision, Endpoint
from footy.goals.settings import Rules
from local.replay.model import Replay
from tests.images.conftest import Built
from tests.images.running import await_answer, free_port, started
from tests.local.test_upstreams_vision import frame_of, the_post

pytestmark = [pytest.mark.soak, pytest.mark.long, pytest.mark.xdist_group("images")]


def test_a_clock_is_read(built: Built, tmp_path: Path) -> None:
    image, port, log = built("eyes"), free_port(), tmp_path / "log"
    url = f"http://127.0.0.1:{port}"
    with started(image, log, {}, ["--host", "127.0.0.1", "--port", str(port)]) as process:
        await_answer(f"{url}/health", process, log)
        vision = ChatVision(HttpClient("eyes", seconds=120), Endpoint.of_server(f"{url}/v1"), "eyes", Rules())
        post = the_post(Replay.load("world-cup-final-2022"), "messi-23")
        [result] = vision.read_frames([frame_of(post, 3.2)])
    assert (result.soccer, result.screen, result.clock.clock) == (True, False, "22:37")
