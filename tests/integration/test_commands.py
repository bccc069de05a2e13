"""`up`, `status`, `logs`, `down`, and the message of every wrong call."""

import json
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from footy.core.clock import MatchClock, Pace
from footy.core.mongo.database import connect
from local.cli.image_demo import draw_picture
from local.replay.model import REPLAYS
from local.stack.home import Home
from local.stack.services import SimulatedServices
from local.upstreams.context import API_KEY, BEARER_TOKEN
from tests.integration.command import ROOT, environment, facts, local, running
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("interruption")

REAL = {"X_BEARER_TOKEN": BEARER_TOKEN}


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the single line of a refusal."""
    assert done.returncode == 2, done.stdout + done.stderr
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("found-footy: ")
    return lines[0]


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Start simulated services in which the final kicks off twenty minutes from now."""
    home = Home(tmp_path_factory.mktemp("today"))
    home.prepare()
    soon = (datetime.now(UTC) + timedelta(minutes=20)).replace(second=0, microsecond=0)
    text = (REPLAYS / "world-cup-final-2022.toml").read_text()
    replay = home.root / "today.toml"
    replay.write_text(text.replace("2022-12-18T15:00:00Z", soon.strftime("%Y-%m-%dT%H:%M:%SZ")))
    assert replay.read_text() != text
    MatchClock(home.clock).write(Pace(time.time(), datetime.now(UTC), 1.0))
    services = SimulatedServices(home, replay)
    addresses = services.start().addresses
    yield {
        "API_FOOTBALL_URL": addresses.settings["api_football_url"],
        "X_API_URL": addresses.settings["x_api_url"],
    }
    services.stop()


@pytest.mark.ci
def test_documented_commands_run_on_a_stack(tmp_path: Path) -> None:
    home = tmp_path / "stack"
    assert "nothing runs" in local("down", "--home", str(home)).stdout
    with running(home, "up", "--replay", "var", "--speed", "1"):
        eventually((home / "running.json").exists, "addresses")
        assert "still being deployed" in refused(local("images", "list", "--home", str(home)))
        eventually((home / "aws" / "deployed").exists, "a deployment")
        logs = ("logs", "--function", "ingest_fixtures", "--home", str(home))
        eventually(lambda: "ingest_fixtures" in local(*logs).stdout, "a line of a function's log")
        told = json.loads(local("status", "--json", "--home", str(home)).stdout)
        assert told["running"]
        assert told["memory MB"] > 0
        assert "a stack already runs" in refused(local("demo", "--home", str(home)))
        picture = tmp_path / "ball.png"
        picture.write_bytes(draw_picture("ball.png"))
        for command in (("add", str(picture)), ("list",)):
            assert "ball.png classified" in local("images", *command, "--home", str(home)).stdout
        assert local("images", "remove", "ball.png", "--home", str(home)).stdout == ""
        assert local("down", "--home", str(home)).stdout == "stopped\n"
        assert json.loads(local("status", "--json", "--home", str(home)).stdout)["running"] is False


@pytest.mark.ci
@pytest.mark.embedded("another one is for replays")
def test_with_keys_the_same_command_follows_the_real_services(tmp_path: Path, today: dict[str, str]) -> None:
    home = tmp_path / "stack"
    with running(home, "up", given={**REAL, **today, "API_FOOTBALL_KEY": API_KEY}):
        told = eventually(partial(facts, home), "a stack")
        database = connect(told["mongodb"], "footy", timeout_ms=60_000)
        collections = ("fixtures_staging", "fixtures_active")
        found = eventually(lambda: [one["_id"] for name in collections for one in database[name].find()], "an ingest")
        database.client.close()
    assert found == [979139]
    assert "eyes" in told["pids"], "vision is missing"


def test_a_key_that_the_api_refuses(tmp_path: Path, today: dict[str, str]) -> None:
    line = refused(
        local("demo", "--home", str(tmp_path / "stack"), given={**REAL, **today, "API_FOOTBALL_KEY": "wrong"})
    )
    assert "API-Football refuses the key in API_FOOTBALL_KEY" in line


def test_one_key_without_the_other(tmp_path: Path) -> None:
    line = refused(local("demo", "--home", str(tmp_path / "stack"), given={"API_FOOTBALL_KEY": "k"}))
    assert "set both API_FOOTBALL_KEY and X_BEARER_TOKEN" in line


def test_a_mongodb_that_does_not_answer(tmp_path: Path) -> None:
    uri = "mongodb://user:password@127.0.0.1:9/"
    line = refused(local("demo", "--home", str(tmp_path / "stack"), given={"MONGODB_URI": uri}))
    assert "MONGODB_URI" in line
    assert "password" not in line


@pytest.mark.embedded("it has a port to choose")
def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = refused(local("demo", "--home", str(tmp_path / "stack"), "--port", str(port)))
    assert f"port {port}" in line


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert "cannot be written" in refused(local("demo", "--home", str(tmp_path / "file" / "stack")))


def test_a_replay_that_does_not_exist(tmp_path: Path) -> None:
    line = refused(local("demo", "--home", str(tmp_path / "stack"), "--replay", "no-such-match"))
    assert "world-cup-final-2022" in line


def test_a_machine_without_node(tmp_path: Path) -> None:
    bare = environment(PATH=str(tmp_path))
    done = subprocess.run(
        [sys.executable, "local/bootstrap.py"], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )
    assert "install Node >= 20" in refused(done)


def test_a_function_that_does_not_exist(tmp_path: Path) -> None:
    assert "poll_batch" in refused(local("logs", "--function", "pol_batch", "--home", str(tmp_path / "stack")))


def test_logs_can_be_read_after_the_stack_has_stopped(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (home.logs / "functions").mkdir(parents=True)
    for name in ("poll_batch", "clips"):
        (home.logs / "functions" / f"{name}.log").write_text(f"20:00:00.000000 {name}: said\n")
    assert local("logs", "--function", "clips", "--home", str(tmp_path)).stdout == "20:00:00.000000 clips: said\n"
    assert "poll_batch: said" in local("logs", "--home", str(tmp_path)).stdout


def test_help_lists_every_target_with_what_it_does() -> None:
    told = subprocess.run(
        [shutil.which("make") or "make", "--no-print-directory", "help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    listed = {line.split()[1] for line in told.splitlines()}
    assert {"help", "demo", "up", "status", "logs", "down", "test", "chaos", "mutants"} <= listed
    [phony] = [line for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith(".PHONY: help")]
    assert listed == {*phony.split()[1:]}
