"""Whatever ends is noticed, and told by how it ended."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from local.process.processes import Watch, ending_of
from tests.support.waiting import FAILED_SECONDS, eventually

SLEEPS = [sys.executable, "-c", "import time; time.sleep(600)"]


class Sleeper:
    """A member that does nothing."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int | None:
        return self.process.pid if self.process else None

    @property
    def ending(self) -> str | None:
        return ending_of(self.process)

    def start(self) -> None:
        self.process = subprocess.Popen(SLEEPS)

    def stop(self) -> None:
        process, self.process = self.process, None
        if process:
            process.kill()
            process.wait()


@pytest.fixture
def sleeper() -> Iterator[Sleeper]:
    one = Sleeper()
    one.start()
    yield one
    one.stop()


def test_a_killed_member_is_noticed_by_its_name_and_the_alarm_is_raised(sleeper: Sleeper) -> None:
    alarm = threading.Event()
    with Watch({"eyes": sleeper}, alarm.set) as watch:
        assert watch.ended() == {}
        assert not alarm.is_set()
        os.kill(sleeper.pid or 0, signal.SIGKILL)
        assert alarm.wait(FAILED_SECONDS)
        assert watch.ended() == {"eyes": "killed by SIGKILL"}


def test_a_member_that_runs_again_is_not_missed_any_more(sleeper: Sleeper) -> None:
    os.kill(sleeper.pid or 0, signal.SIGTERM)
    with Watch({"eyes": sleeper}, lambda: None) as watch:
        eventually(watch.ended)
        sleeper.start()
        assert watch.ended() == {}


def test_one_that_was_stopped_has_not_ended_by_itself(sleeper: Sleeper) -> None:
    sleeper.stop()
    assert sleeper.ending is None


def test_an_exit_is_told_with_its_code() -> None:
    process = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"])
    process.wait()
    assert ending_of(process) == "exit code 7"
