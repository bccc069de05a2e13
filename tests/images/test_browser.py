"""The image `browser`: one search on the simulated pages of X."""

import json
import shutil
from pathlib import Path

import pytest

from footy.core.http.client import HttpClient
from footy.goals.adapters.posts.browser import BrowserSession
from local.replay.model import Replay
from tests.images.conftest import Built
from tests.images.running import await_answer, free_port, started
from tests.local.browsing import PATIENT, QUICK, pages, searched, session

pytestmark = [pytest.mark.soak, pytest.mark.long, pytest.mark.xdist_group("images")]


def test_a_search_finds_posts(built: Built, tmp_path: Path) -> None:
    image, port, log = built("browser"), free_port(), tmp_path / "log"
    url = f"http://127.0.0.1:{port}"
    (image.root / "sessions").mkdir(exist_ok=True)
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    (sessions / "first.json").write_text(json.dumps(session()))
    for path in (sessions, sessions / "first.json"):
        path.chmod(0o777)
    with pages(Replay.load("world-cup-final-2022"), tmp_path) as site:
        shutil.copy(site.file, sessions / "clock")
        settings = {"x_web_url": site.url, "clock_file": "/sessions/clock", "session_pace_seconds": "0", **QUICK}
        environment = {f"FOOTY_{name.upper()}": value for name, value in settings.items()}
        arguments = ["--host", "127.0.0.1", "--port", str(port), "--sessions", "/sessions"]
        with started(image, log, environment, arguments, folders={"/sessions": sessions}) as process:
            await_answer(f"{url}/health", process, log)
            client = BrowserSession(HttpClient("browser", seconds=PATIENT), url=url, id_digits=18)
            answer = searched(client, site, "Messi")
    assert answer.videos, log.read_text()
