"""One stack in one home, known by the lock it holds and not by a number that somebody else may have by now."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from local.cli.main import main
from local.cli.status import status_of
from local.mongo.sockets import without_password
from local.process.errors import LocalError
from local.stack.home import PROJECT, Facts, Home
from local.stack.home_lock import LOCK, owner, possession
from local.stack.services import _known_ports

FACTS = Facts(
    stack=os.getpid(), endpoint="", region="", page="", mongodb="", database="", pids={"aws": 1, "eyes": None}
)
DAMAGED_CLOCKS = [b"", b"{}", b"[]", b"null", b'{"real": 1, "match": 2, "rate": 3}', b"\xff"]

HOLDS = """
import sys, time
from dataclasses import replace
from pathlib import Path
from local.stack.home_lock import possession
with possession(Path(sys.argv[1])):
    print("ours", flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.stack.home_lock.ASKING_SECONDS", 0.1)


def test_whose_it_is_is_known_while_it_is_somebodys(tmp_path: Path) -> None:
    assert owner(tmp_path) is None
    with possession(tmp_path):
        assert owner(tmp_path) == os.getpid()
    assert owner(tmp_path) is None


def test_a_second_one_is_refused_in_one_line(tmp_path: Path) -> None:
    with possession(tmp_path), pytest.raises(LocalError, match=r"^a stack already runs from .*"), possession(tmp_path):
        pass


def test_a_killed_owner_leaves_it_to_others_whatever_is_written_there(tmp_path: Path) -> None:
    holder: subprocess.Popen[str]
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}:{PROJECT / 'layers' / 'footy' / 'python'}"}
    command = [sys.executable, "-c", HOLDS, str(tmp_path)]
    with subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "ours\n"
        assert owner(tmp_path) == holder.pid
        holder.kill()
    assert (tmp_path / LOCK).read_text() == str(holder.pid)
    assert owner(tmp_path) is None
    with possession(tmp_path):
        assert owner(tmp_path) == os.getpid()


def test_a_number_left_in_a_file_is_nobody(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.remember(FACTS)
    assert home.recall() is None


@pytest.mark.parametrize("command", ["status", "clips", "history 1_2_3_Goal_1", "db", "images list", "logs"])
@pytest.mark.parametrize("damage", [b"", b"{", b'{"stack": ', b"{}", b"[]", b'{"stack": 1}', b"\xff", b"null"])
def test_a_damaged_note_of_what_runs_is_one_line(
    tmp_path: Path, damage: bytes, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    home.running.write_bytes(damage)
    with home.possess():
        assert main([*command.split(), "--home", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "running.json is damaged" in told


@pytest.mark.parametrize("damage", DAMAGED_CLOCKS)
def test_a_clock_that_is_damaged_while_a_stack_runs_is_one_line(
    tmp_path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    home.clock.write_bytes(damage)
    with home.possess():
        home.remember(FACTS)
        assert main(["status", "--home", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "clock.json is damaged" in told


@pytest.mark.parametrize("damage", [b"", b"[1]", b"1", b'{"x": "?"}', b"\xff"])
def test_ports_that_are_damaged_are_any_others(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "addresses.json"
    file.write_bytes(damage)
    assert _known_ports(file) == {}
    file.write_text('{"x": 8001}')
    assert _known_ports(file) == {"x": 8001}


def test_what_runs_is_never_read_half_written(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.possess():
        home.remember(FACTS)
        assert json.loads(home.running.read_text())["stack"] == os.getpid()
        assert home.recall() == FACTS


def test_what_runs_is_told_without_the_password_of_its_database(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.possess():
        home.remember(replace(FACTS, mongodb="mongodb://me:pass-word@host,other:2/footy?w=1"))
        assert status_of(home)["MongoDB"] == "mongodb://me:***@host,other:2/footy?w=1"


@pytest.mark.parametrize("uri", ["mongodb://host:1/?w=1", "mongodb+srv://me@host", "mongodb://%2Ftmp%2Fmongodb.sock/"])
def test_an_address_without_a_password_is_told_as_it_is(uri: str) -> None:
    assert without_password(uri) == uri


def test_keys_and_passwords_that_it_keeps_are_for_its_owner_only(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.remember(FACTS)
    assert [path.stat().st_mode & 0o077 for path in (home.aws, home.running)] == [0, 0]


def test_a_stranger_with_the_number_of_a_stack_that_was_killed_is_not_stopped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as sleeper:
        (tmp_path / LOCK).write_text(str(sleeper.pid))
        home.remember(replace(FACTS, stack=sleeper.pid, pids={"aws": sleeper.pid}))
        assert main(["down", "--home", str(tmp_path)]) == 0
        assert sleeper.poll() is None
        sleeper.kill()
    assert "nothing runs" in capsys.readouterr().out
