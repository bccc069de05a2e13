"""Watchdog of a decoder worker: heartbeats and time limits."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from fetcher import decoder_process
from fetcher.decoder_process import HEARTBEAT_SECONDS, _listen
from fetcher.jobs import HEARTBEAT, StopReason
from footy.goals.clips.copies.hashes import sample_times
from footy.goals.model.clips import FRAMES
from footy.goals.settings import Rules

RULES = Rules()
ANSWER = b'{"reason": "damaged"}'


class Watch:
    """A watcher's clock, which goes on by so much whenever it is looked at; meanwhile the worker says something."""

    def __init__(self, step: float, *says: bytes, ends: bool = True) -> None:
        self.answer, self._speaks = os.pipe()
        self._step, self._says, self._ends = step, list(says), ends
        self.seconds = 0.0
        self.heard: list[float] = []

    def now(self) -> float:
        self.seconds += self._step
        if self._says:
            os.write(self._speaks, self._says.pop(0))
        elif self._ends:
            self.close()
        return self.seconds

    def listen(self, worker: "subprocess.Popen[bytes]") -> tuple[bytes, StopReason]:
        return _listen(self.answer, worker.pid, RULES, lambda: self.heard.append(self.seconds), self.now)

    def close(self) -> None:
        if self._speaks >= 0:
            os.close(self._speaks)
            self._speaks = -1


@pytest.fixture
def worker() -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen(["/bin/sleep", "1000"]) as process:
        yield process
        process.kill()


def test_worker_with_heartbeats_is_not_killed(worker: "subprocess.Popen[bytes]") -> None:
    watch = Watch(5.0, *6 * [HEARTBEAT], ANSWER)
    assert watch.listen(worker) == (ANSWER, "")
    assert watch.seconds > RULES.decode_silent_seconds
    assert worker.poll() is None


def test_silent_worker_is_killed(worker: "subprocess.Popen[bytes]") -> None:
    watch = Watch(RULES.decode_silent_seconds + 0.1, ends=False)
    assert watch.listen(worker) == (b"", "silent")
    assert worker.wait() == -signal.SIGKILL
    watch.close()


def test_heartbeats_do_not_extend_the_deadline(worker: "subprocess.Popen[bytes]") -> None:
    watch = Watch(RULES.decode_silent_seconds - 1, *10 * [HEARTBEAT], ends=False)
    assert watch.listen(worker) == (b"", "overdue")
    assert worker.wait() == -signal.SIGKILL
    watch.close()


def test_heartbeats_are_passed_on_once_a_second(worker: "subprocess.Popen[bytes]") -> None:
    watch = Watch(HEARTBEAT_SECONDS / 8, *80 * [HEARTBEAT], ANSWER)
    assert watch.listen(worker) == (ANSWER, "")
    apart = [later - earlier for earlier, later in zip(watch.heard, watch.heard[1:], strict=False)]
    assert apart
    assert min(apart) >= HEARTBEAT_SECONDS


def test_worker_sends_a_heartbeat_per_picture(good: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = tmp_path / "answer"
    monkeypatch.setattr(decoder_process, "ANSWER", os.open(answer, os.O_WRONLY | os.O_CREAT))
    monkeypatch.setattr(decoder_process, "confine", lambda _: None)  # it would be for ever
    decoder_process.work(good, RULES)
    signs, _, answer_text = answer.read_bytes().partition(b"{")
    sampled = {*sample_times(4.0), *(4.0 * percent / 100 for percent in FRAMES)}
    assert signs == HEARTBEAT * (len(["it is admitted", "it is a film"]) + len(sampled))
    assert answer_text.startswith(b'"duration": 4.0')
