import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pymongo import MongoClient

from footy.core.mongo.database import connect
from local.mongo import glibc
from local.mongo.server import MongoServer
from local.process.errors import LocalError
from tests.local.cloud import is_alive
from tests.support.waiting import eventually

pytestmark = pytest.mark.xdist_group("embedded-mongo")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[MongoServer]:
    with MongoServer(tmp_path / "mongo", address="") as server:
        yield server


def kill(server: MongoServer) -> None:
    process = server.pid
    assert process
    os.kill(process, signal.SIGKILL)
    eventually(lambda: not is_alive(process))


def test_confirmed_writes_survive_a_kill(server: MongoServer) -> None:
    address = server.uri
    for turn in range(3):
        goals = connect(address, "footy").get_collection(f"goals{turn}")
        with goals.database.client:
            for number in range(100):
                goals.update_one({"_id": 1}, {"$addToSet": {"_monitor_workflows": number}}, upsert=True)
            kill(server)
        server.start()
        assert server.uri == address
        with MongoClient[dict[str, Any]](address) as client:
            stored = client.footy[f"goals{turn}"].find_one({"_id": 1})
        assert stored == {"_id": 1, "_monitor_workflows": list(range(100))}


def test_stop_keeps_everything(server: MongoServer) -> None:
    with MongoClient[dict[str, Any]](server.uri) as client:
        client.footy.goals.insert_one({"_id": 1})
    process = server.pid
    server.stop()
    assert process
    assert not is_alive(process)
    server.start()
    with MongoClient[dict[str, Any]](server.uri) as client:
        assert client.footy.goals.count_documents({}) == 1


def test_socket_is_private(server: MongoServer) -> None:
    socket = Path(server.uri.removeprefix("mongodb://").split("/")[0].replace("%2F", "/"))
    assert socket.is_socket()
    assert socket.parent.stat().st_mode & 0o777 == 0o700
    assert len(str(socket)) < 100


def test_second_database_in_a_folder_is_refused(server: MongoServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.mongo.server.LEAVING_SECONDS", 0.2)
    with pytest.raises(LocalError, match=r"^a database already runs from .*: stop it first$"):
        MongoServer(server.home, address="").start()
    with MongoClient[dict[str, Any]](server.uri) as client:
        assert client.admin.command("ping")


def test_given_database_is_used_and_not_stopped(server: MongoServer, tmp_path: Path) -> None:
    with MongoServer(tmp_path / "other", address=server.uri) as other:
        assert other.uri == server.uri
        assert other.pid is None
    with MongoClient[dict[str, Any]](server.uri) as client:
        assert client.admin.command("ping")


def test_silent_database_is_named_without_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("local.mongo.sockets.ANSWER_SECONDS", 0.3)
    with pytest.raises(LocalError) as refusal:
        MongoServer(tmp_path, address="mongodb://me:pass-word@127.0.0.1:9/?directConnection=true").start()
    assert "127.0.0.1:9" in str(refusal.value)
    assert "pass-word" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("given", ["not an address", "mongodb://me:pass:word@host", "mongodb://host:port"])
def test_invalid_address_is_refused(tmp_path: Path, given: str) -> None:
    with pytest.raises(LocalError, match=r"^MONGODB_URI") as refusal:
        MongoServer(tmp_path, address=given).start()
    assert "word" not in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_unwritable_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(LocalError, match=r"^the folder .* cannot be written .*: choose another$"):
        MongoServer(tmp_path / "file" / "mongo", address="").start()


def test_old_system_without_apt_gets_alternatives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(glibc, "system_version", lambda: (2, 17))
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"ID": "centos"})
    with pytest.raises(LocalError, match=r"needs glibc >= 2\.38: set MONGODB_URI .*, or install mongod on the PATH$"):
        glibc.loader(tmp_path)


def test_unsupported_platform_gets_alternatives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(LocalError, match=r"no embedded MongoDB for .* riscv64: set MONGODB_URI"):
        MongoServer(tmp_path, address="").start()


def test_mongod_on_the_path_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mongod = tmp_path / "mongod"
    mongod.write_text("#!/bin/sh\necho Error: asked for $*\nexit 1\n")
    mongod.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(LocalError, match=r"Error: asked for --dbpath .*/mongo/data --bind_ip /tmp/footy-.*\.sock"):
        MongoServer(tmp_path / "mongo", address="").start()
