"""Child processes: started until they answer, watched, and stopped."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import pytest

from local.process.child import ChildProcess
from local.process.errors import LocalError
from local.process.watch import MemberWatch
from tests.support.waiting import FAILED_SECONDS, eventually

SLEEP = "import time; time.sleep(600)"


@dataclass(slots=True)
class Script(ChildProcess):
    """Python script as a child process."""

    log: Path
    code: str = SLEEP

    def start(self) -> Self:
        command = [sys.executable, "-c", self.code]
        self.launch("the script", command, log=self.log, environment=os.environ, is_ready=lambda: self.code == SLEEP)
        return self


@pytest.fixture
def sleeper(tmp_path: Path) -> Iterator[Script]:
    with Script(tmp_path / "log") as script:
        yield script


def test_killed_member_is_noticed_at_once(sleeper: Script) -> None:
    noticed = threading.Event()
    with MemberWatch({"eyes": sleeper}, noticed.set) as watch:
        assert watch.ended() == {}
        assert not noticed.is_set()
        os.kill(sleeper.pid or 0, signal.SIGKILL)
        assert noticed.wait(FAILED_SECONDS)
        assert watch.ended() == {"eyes": "killed by SIGKILL"}


def test_restarted_member_has_not_ended(sleeper: Script) -> None:
    os.kill(sleeper.pid or 0, signal.SIGTERM)
    with MemberWatch({"eyes": sleeper}, lambda: None) as watch:
        eventually(watch.ended)
        sleeper.start()
        assert watch.ended() == {}


def test_stopped_member_has_no_exit_reason(sleeper: Script) -> None:
    sleeper.stop()
    assert sleeper.exit_reason is None


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise SystemExit(7)", "no output"),
        ("print('first'); print('last')", "last"),
        ("print('an error'); print('trace')", "an error"),
        ("print('an error'); print('refused: wrong release')", "wrong release"),
    ],
)
def test_failed_start_names_the_reason(tmp_path: Path, code: str, reason: str) -> None:
    log = tmp_path / "log"
    log.write_text("error of an earlier run\n")
    with pytest.raises(LocalError) as failure:
        Script(log, code).start()
    assert str(failure.value) == f"the script did not start: {reason} (see {log})"
