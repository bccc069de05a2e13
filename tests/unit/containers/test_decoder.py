"""Decoder process: its jobs, limits and crashes (D4, D6)."""

import os
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from fetcher.decoder_client import START_SECONDS, Decoder, DecoderGone
from footy.core.sandbox.process import environment
from footy.goals.settings import Rules
from tests.support.decoder_answers import reason
from tests.support.waiting import eventually

SECRETS = {
    "AWS_ACCESS_KEY_ID": "AKIA",
    "AWS_SECRET_ACCESS_KEY": "secret",
    "AWS_SESSION_TOKEN": "token",
    "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/credentials/1",
    "AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://169.254.170.23/v1",
    "AWS_CONTAINER_AUTHORIZATION_TOKEN": "token",
    "ECS_CONTAINER_METADATA_URI_V4": "http://169.254.170.2/v4/1",
    "HTTPS_PROXY": "http://proxy",
}
GETS_READY = """
from fetcher.decoder_client import Decoder
from fetcher.heartbeat import no_heartbeat
from footy.goals.settings import Rules
with Decoder(Rules()) as decoder:
    decoder._await_start(no_heartbeat)
"""

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Path]:
    """A file that never says a word and never ends."""
    file = tmp_path / "endless.mp4"
    os.mkfifo(file)
    value = os.open(file, os.O_RDWR)
    yield file
    os.close(value)


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def worker_of(decoder: Decoder) -> int:
    """The worker under the only watcher."""

    def result() -> int | None:
        return next((worker for watcher in children(decoder.pid) for worker in children(watcher)), None)

    return eventually(result, "a worker")


def limits(pid: int) -> dict[str, str]:
    """The hard limits of a process."""
    lines = Path(f"/proc/{pid}/limits").read_text().splitlines()[1:]
    return {line[:26].strip(): line[26:].split()[1] for line in lines}


def test_decoder_finds_the_libraries_of_the_image() -> None:
    bare = Path(sys.base_prefix, "bin", f"python{sys.version_info.major}.{sys.version_info.minor}")
    sources = [environment()["PYTHONPATH"], sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    answer = {"PYTHONPATH": os.pathsep.join(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([bare, "-c", GETS_READY], env=answer, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@on_linux
def test_no_secret_reaches_the_process_or_its_workers(monkeypatch: pytest.MonkeyPatch, endless: Path) -> None:
    for name, text in SECRETS.items():
        monkeypatch.setenv(name, text)
    with Decoder(Rules(decode_seconds=60)) as decoder:
        looking = threading.Thread(target=reason, args=(decoder, endless))
        looking.start()
        worker = worker_of(decoder)
        if os.geteuid() == 0:
            answer = b"".join(Path(f"/proc/{pid}/environ").read_bytes() for pid in (decoder.pid, worker))
            assert b"PYTHONPATH" in answer
            assert not [name for name in SECRETS if name.encode() in answer]
        else:  # closed to its neighbours, this process among them
            with pytest.raises(PermissionError):
                Path(f"/proc/{worker}/environ").read_bytes()
        os.kill(worker, signal.SIGKILL)
        looking.join()


@on_linux
def test_a_worker_is_confined(endless: Path) -> None:
    with Decoder(Rules(decode_cpu_seconds=9, decode_megabytes=1000)) as decoder:
        looking = threading.Thread(target=reason, args=(decoder, endless))
        looking.start()
        worker = worker_of(decoder)
        eventually(lambda: limits(worker)["Max processes"] == "0", "confinement")
        result = limits(worker)
        eventually(lambda: "Seccomp:\t2" in Path(f"/proc/{worker}/status").read_text(), "the cage")
        status = Path(f"/proc/{worker}/status").read_text()
        files = [str(Path(f"/proc/{worker}/fd/{fd}").readlink()) for fd in (3, 4)] if os.geteuid() == 0 else []
        os.kill(worker, signal.SIGKILL)
        looking.join()
    assert result["Max cpu time"] == "10"
    assert result["Max address space"] == str(1000 << 20)
    assert result["Max core file size"] == "0"
    assert result["Max open files"] == "6"
    assert result["Max file size"] == str(1 << 20)
    assert not [file for file in files if file.startswith("socket")]
    assert "Seccomp:\t2" in status
    assert "NoNewPrivs:\t1" in status


def test_endless_file_is_killed_and_unchecked_without_cpu(endless: Path, good: Path) -> None:
    with Decoder(Rules(decode_seconds=1)) as decoder:
        assert reason(decoder, endless) == "unchecked"
    with Decoder(Rules()) as decoder:
        assert decoder.decode(good).shape.duration == 4.0


def test_waiting_client_receives_heartbeats(good: Path) -> None:
    signs: list[float] = []

    def sign(ahead: float = 0.0) -> None:
        signs.append(ahead)

    with Decoder(Rules()) as decoder:
        decoder.decode(good, sign)
        loaded, *others = signs
        assert (loaded, set(others)) == (START_SECONDS, {0.0}), "loading it takes its time once"
        assert len(others) > len(["it is loaded", "a watcher is there", "how it ended"])
        signs.clear()
        decoder.decode(good, sign)
        assert set(signs) == {0.0}


@on_linux
def test_a_worker_that_dies_takes_only_its_own_clip_along(endless: Path, good: Path) -> None:
    reasons: list[str] = []
    with Decoder(Rules()) as decoder:
        looking = threading.Thread(target=lambda: reasons.append(reason(decoder, endless)))
        looking.start()
        worker = worker_of(decoder)
        assert decoder.decode(good).shape.duration == 4.0
        os.kill(worker, signal.SIGSEGV)
        looking.join()
        assert decoder.decode(good).shape.duration == 4.0
    assert reasons == ["decoder_died"]


@on_linux
@pytest.mark.parametrize("killed", ["worker", "watcher"])
def test_worker_killed_from_outside_leaves_the_clip_unchecked(endless: Path, good: Path, killed: str) -> None:
    reasons: list[str] = []
    with Decoder(Rules()) as decoder:
        looking = threading.Thread(target=lambda: reasons.append(reason(decoder, endless)))
        looking.start()
        worker = worker_of(decoder)
        (watcher,) = children(decoder.pid)
        os.kill(worker if killed == "worker" else watcher, signal.SIGKILL)
        looking.join()
        assert decoder.decode(good).shape.duration == 4.0
        eventually(lambda: not children(decoder.pid), "no child process remains")
    assert reasons == ["unchecked"]


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ({"signal": signal.SIGKILL}, "unchecked"),
        ({"signal": signal.SIGKILL, "cpu_seconds": 46.0}, "too_costly"),
        ({"signal": signal.SIGXCPU, "cpu_seconds": 45.0}, "too_costly"),
        ({"signal": signal.SIGKILL, "stopped": "overdue", "cpu_seconds": 3.0}, "unchecked"),
        ({"signal": signal.SIGKILL, "stopped": "overdue", "cpu_seconds": 40.0}, "too_costly"),
        ({"signal": signal.SIGKILL, "stopped": "silent", "cpu_seconds": 3.0}, "unchecked"),
        ({"signal": signal.SIGKILL, "stopped": "silent", "cpu_seconds": 19.0}, "too_costly"),
        ({"signal": signal.SIGKILL, "stopped": "talkative", "cpu_seconds": 3.0}, "decoder_died"),
        ({"signal": signal.SIGSEGV}, "decoder_died"),
        ({"answer": '{"reason": "unchecked", "detail": "[Errno 11]"}'}, "unchecked"),
    ],
)
def test_clips_fault_and_our_fault_are_distinguished(
    monkeypatch: pytest.MonkeyPatch, good: Path, end: dict[str, object], expected: str
) -> None:
    quiet = {"answer": "", "signal": 0, "stopped": "", "cpu_seconds": 0.0, "peak_megabytes": 1.0}
    with Decoder(Rules()) as decoder:
        monkeypatch.setattr(decoder, "run_job", lambda *_: {**quiet, **end})
        assert reason(decoder, good) == expected


def test_end_of_the_decoder_raises_decoder_gone(good: Path) -> None:
    with Decoder(Rules()) as decoder:
        decoder.decode(good)
        os.kill(decoder.pid, signal.SIGKILL)
        with pytest.raises(DecoderGone):
            decoder.decode(good)
