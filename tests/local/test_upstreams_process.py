"""The services as the stack starts them: one process, a port each."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import av
import httpx
import pytest

from footy.core.clock import MatchClock, Pace
from local.replay.model import Replay
from local.upstreams.context import API_KEY, BEARER_TOKEN
from tests.support.waiting import FAILED_SECONDS, eventually

PROJECT = Path(__file__).parents[2]
SERVICES = {"api_football", "x", "x_web", "media", "syndication", "wikidata", "vision"}


@pytest.fixture
def replay() -> Replay:
    return Replay.load("var")


@pytest.fixture
def folder(tmp_path: Path, replay: Replay) -> Path:
    """A folder with a clock that stands four minutes into the match."""
    MatchClock(tmp_path / "clock.json").write(Pace(time.time(), replay.fixtures[0].kick_off + timedelta(minutes=5), 0))
    return tmp_path


def command(folder: Path, *more: str) -> list[str]:
    requests = ["--replay", "var", "--clock", "clock.json", "--home", "media", "--ports-file", "ports.json"]
    paths = [str(folder / word) if word in ("clock.json", "media", "ports.json") else word for word in requests]
    return [sys.executable, "-m", "local.upstreams", *paths, *more]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), str(PROJECT / "layers/footy/python")])}


@contextmanager
def running(folder: Path, *more: str) -> Iterator[tuple[subprocess.Popen[bytes], dict[str, int]]]:
    process = subprocess.Popen(command(folder, *more), cwd=PROJECT, env=environment())
    try:
        eventually((folder / "ports.json").exists)
        yield process, json.loads((folder / "ports.json").read_text())
    finally:
        process.terminate()
        process.wait(FAILED_SECONDS)


def test_services_serve_one_post_consistently(folder: Path, replay: Replay) -> None:
    with running(folder) as (process, ports):
        assert set(ports) == SERVICES
        at = {service: f"http://127.0.0.1:{port}" for service, port in ports.items()}
        fixture = httpx.get(
            f"{at['api_football']}/fixtures?id=9900001", headers={"x-apisports-key": API_KEY}, timeout=FAILED_SECONDS
        ).json()
        assert fixture["response"][0]["goals"] == {"home": 1, "away": 0}
        results = httpx.get(
            f"{at['x']}/2/tweets/search/recent",
            params={"query": "holloway", "expansions": "attachments.media_keys", "media.fields": "variants"},
            headers={"Authorization": f"Bearer {BEARER_TOKEN}"},
            timeout=FAILED_SECONDS,
        ).json()
        url = results["includes"]["media"][-1]["variants"][0]["url"]
        film = httpx.get(url, timeout=FAILED_SECONDS)
        (folder / "film.mp4").write_bytes(film.content)
        assert httpx.get(f"{at['vision']}/health", timeout=FAILED_SECONDS).json() == {"status": "ok"}
        assert httpx.get(f"{at['wikidata']}/w/api.php", timeout=FAILED_SECONDS).status_code == 200
        process.terminate()
        assert process.wait(FAILED_SECONDS) == 0
    with av.open(str(folder / "film.mp4")) as container:
        assert container.streams.video[0].frames == replay.posts()[0].seconds * 25


def test_clips_are_rendered_ahead(folder: Path) -> None:
    with running(folder):
        eventually(lambda: len(list((folder / "media" / "clips").glob("*[0-9a-f].mp4"))) >= 3)


def test_requested_port_is_used_where_free(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as free:
        busy, wished = taken.getsockname()[1], free.getsockname()[1]
        free.close()
        with running(folder, "--ports", f"x={busy},vision={wished}") as (_, ports):
            assert ports["x"] != busy
            assert ports["vision"] == wished


def test_services_end_with_their_parent(folder: Path) -> None:
    script = f"import subprocess; subprocess.Popen({command(folder)!r}).wait()"
    parent = subprocess.Popen([sys.executable, "-c", script], cwd=PROJECT, env=environment())
    eventually((folder / "ports.json").exists)
    parent.kill()
    parent.wait()
    port = json.loads((folder / "ports.json").read_text())["vision"]
    eventually(lambda: not answers(port))


def answers(port: int) -> bool:
    with socket.socket() as caller:
        return caller.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["--ports", "x=high"], "--ports takes api_football"), (["--replay", "nothing"], "there is no replay 'nothing'")],
)
def test_failed_start_is_one_line(folder: Path, words: list[str], complaint: str) -> None:
    text = subprocess.run(command(folder, *words), cwd=PROJECT, env=environment(), capture_output=True, check=False)
    assert text.returncode == 2
    assert complaint in text.stderr.decode()
    assert len(text.stderr.decode().splitlines()) == 1
