"""Lock of a home, and the facts of the stack that runs from it."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from local import PROJECT
from local.cli.main import main
from local.cli.status import status_of
from local.mongo.sockets import without_password
from local.process.errors import LocalError
from local.stack.home import Home, RunningStack
from local.stack.home_lock import LOCK, lock_home, lock_owner
from local.stack.services import _previous_ports

RUNNING = RunningStack(
    stack=os.getpid(), endpoint="", region="", page="", mongodb="", database="", pids={"aws": 1, "eyes": None}
)
DAMAGED_CLOCKS = [b"", b"{}", b"[]", b"null", b'{"real": 1, "match": 2, "rate": 3}', b"\xff"]

SCRIPT = """
import sys, time
from dataclasses import replace
from pathlib import Path
from local.stack.home_lock import lock_home
with lock_home(Path(sys.argv[1])):
    print("locked", flush=True)
    time.sleep(600)
"""


@pytest.fixture(autouse=True)
def short_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.stack.home_lock.LOCK_SECONDS", 0.1)


def test_owner_is_the_process_with_the_lock(tmp_path: Path) -> None:
    assert lock_owner(tmp_path) is None
    with lock_home(tmp_path):
        assert lock_owner(tmp_path) == os.getpid()
    assert lock_owner(tmp_path) is None


def test_second_stack_is_refused(tmp_path: Path) -> None:
    with lock_home(tmp_path), pytest.raises(LocalError, match=r"^a stack already runs from .*"), lock_home(tmp_path):
        pass


def test_lock_of_a_killed_owner_is_free(tmp_path: Path) -> None:
    holder: subprocess.Popen[str]
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}:{PROJECT / 'layers' / 'footy' / 'python'}"}
    command = [sys.executable, "-c", SCRIPT, str(tmp_path)]
    with subprocess.Popen(command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == "locked\n"
        assert lock_owner(tmp_path) == holder.pid
        holder.kill()
    assert (tmp_path / LOCK).read_text() == str(holder.pid)
    assert lock_owner(tmp_path) is None
    with lock_home(tmp_path):
        assert lock_owner(tmp_path) == os.getpid()


def test_stack_without_lock_is_not_running(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.write_running(RUNNING)
    assert home.read_running() is None


@pytest.mark.parametrize("command", ["status", "images list", "logs"])
@pytest.mark.parametrize("damage", [b"", b"{", b'{"stack": ', b"{}", b"[]", b'{"stack": 1}', b"\xff", b"null"])
def test_damaged_facts_are_one_line(
    tmp_path: Path, damage: bytes, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    home.running.write_bytes(damage)
    with home.lock():
        assert main([*command.split(), "--home", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "running.json is damaged" in error


@pytest.mark.parametrize("damage", DAMAGED_CLOCKS)
def test_damaged_clock_of_a_running_stack_is_one_line(
    tmp_path: Path, damage: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path)
    home.clock.write_bytes(damage)
    with home.lock():
        home.write_running(RUNNING)
        assert main(["status", "--home", str(tmp_path)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "clock.json is damaged" in error


@pytest.mark.parametrize("damage", [b"", b"[1]", b"1", b'{"x": "?"}', b"\xff"])
def test_damaged_ports_are_ignored(tmp_path: Path, damage: bytes) -> None:
    file = tmp_path / "addresses.json"
    file.write_bytes(damage)
    assert _previous_ports(file) == {}
    file.write_text('{"x": 8001}')
    assert _previous_ports(file) == {"x": 8001}


def test_facts_are_read_as_written(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.lock():
        home.write_running(RUNNING)
        assert json.loads(home.running.read_text())["stack"] == os.getpid()
        assert home.read_running() == RUNNING


def test_status_has_the_sign_in_links(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.lock():
        home.write_running(RUNNING)
        links = home.keys.links(RUNNING.page)
        assert links.items() <= status_of(home).items()
        assert links.keys() == {"page", "console", "images"}


def test_status_masks_the_password(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with home.lock():
        home.write_running(replace(RUNNING, mongodb="mongodb://me:pass-word@host,other:2/footy?w=1"))
        assert status_of(home)["MongoDB"] == "mongodb://me:***@host,other:2/footy?w=1"


@pytest.mark.parametrize("uri", ["mongodb://host:1/?w=1", "mongodb+srv://me@host", "mongodb://%2Ftmp%2Fmongodb.sock/"])
def test_address_without_password_is_unchanged(uri: str) -> None:
    assert without_password(uri) == uri


def test_keys_and_passwords_are_private_files(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.prepare()
    home.write_running(RUNNING)
    assert home.keys
    files = (home.aws, home.running, home.root / "keys.json")
    assert [path.stat().st_mode & 0o077 for path in files] == [0, 0, 0]


def test_down_does_not_stop_a_reused_process_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = Home(tmp_path)
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]) as sleeper:
        (tmp_path / LOCK).write_text(str(sleeper.pid))
        home.write_running(replace(RUNNING, stack=sleeper.pid, pids={"aws": sleeper.pid}))
        assert main(["down", "--home", str(tmp_path)]) == 0
        assert sleeper.poll() is None
        sleeper.kill()
    assert "nothing runs" in capsys.readouterr().out
