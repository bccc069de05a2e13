"""Seccomp filter and limits of the decoder sandbox: it can only read and answer."""

import errno
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from fetcher.sandbox import SLACK_BYTES, is_out_of_memory
from footy.core.sandbox.process import environment
from footy.core.sandbox.seccomp import FCNTL, MACHINES, OPENINGS, PROCESS_STARTS, REFUSED, program
from footy.goals.settings import Rules
from tests.support import sandbox_attempts
from tests.support.unprivileged import dropped
from tests.support.waiting import FAILED_SECONDS, eventually
from tests.unit.containers.test_decoder import children

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux")
NAMES = sandbox_attempts.attempts(Path("clip.mp4"))
EXPECTED = {
    sandbox_attempts.FORKED: errno.EAGAIN,
    "a thread": errno.EAGAIN,
    sandbox_attempts.UNKNOWN: errno.ENOSYS,
}
INSTRUCTION = 8
MOST_INSTRUCTIONS = 255  # a jump goes no farther


@pytest.fixture(scope="module")
def tries(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Return the error of every attempt; the file must be unchanged."""
    file = tmp_path_factory.mktemp("sandbox") / "clip.mp4"
    file.write_bytes(b"film")
    result = subprocess.run(
        [sys.executable, sandbox_attempts.__file__, str(file)], env=environment(), capture_output=True, check=True
    )
    assert file.read_bytes() == b"film"
    assert [path.name for path in file.parent.iterdir()] == ["clip.mp4"]
    answer: dict[str, int] = json.loads(result.stdout)
    return answer


@on_linux
@pytest.mark.parametrize("name", NAMES)
def test_it_is_refused(tries: dict[str, int], name: str) -> None:
    assert tries[name] == EXPECTED.get(name, errno.EPERM)


@on_linux
def test_reading_is_not(tries: dict[str, int]) -> None:
    assert tries["reading"] == 0


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("opens_files", [True, False])
def test_the_filter_of_each_machine_is_whole(machine: str, *, opens_files: bool) -> None:
    """Every jump leads forward to an instruction, and the last one ends the program."""
    filter_program = program(machine, opens_files=opens_files)
    assert len(filter_program) % INSTRUCTION == 0
    count = len(filter_program) // INSTRUCTION
    assert count < MOST_INSTRUCTIONS
    for at in range(count):
        code, far = filter_program[at * INSTRUCTION], filter_program[at * INSTRUCTION + 2]
        assert code & 7 != 5 or at + far + 1 < count
    assert filter_program[-INSTRUCTION] == 6


@pytest.mark.parametrize("column", [0, 1])
def test_no_number_stands_for_two_calls(column: int) -> None:
    rows = [*REFUSED.values(), *PROCESS_STARTS.values(), *OPENINGS.values(), FCNTL]
    numbers = [row[column] for row in rows if row[column]]
    assert len(numbers) == len(set(numbers))


@on_linux
def test_clip_over_its_memory_differs_from_a_full_machine() -> None:
    """By a limit that is not ours: what ours leaves cannot be had."""
    script = (
        "import resource; from fetcher.sandbox import is_out_of_memory; from footy.goals.settings import Rules; "
        "before = is_out_of_memory(Rules()); "
        "resource.setrlimit(resource.RLIMIT_DATA, (1 << 28, 1 << 28)); "
        "print(before, is_out_of_memory(Rules()))"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["False", "True"]


def test_used_up_limit_is_not_a_full_machine() -> None:
    assert not is_out_of_memory(Rules(decode_megabytes=SLACK_BYTES >> 20))


STOPPING = """
import os, sys, threading
from pathlib import Path
from fetcher.decoder_client import Decoder
from footy.goals.settings import Rules
with Decoder(Rules()) as decoder:
    print(decoder.pid, flush=True)
    decoder.decode(Path(sys.argv[1]))
"""


@on_linux
def test_with_a_worker_that_is_killed_all_ends_that_it_started(tmp_path: Path) -> None:
    endless = tmp_path / "endless.mp4"
    os.mkfifo(endless)
    value = os.open(endless, os.O_RDWR)
    task = subprocess.Popen([sys.executable, "-c", STOPPING, str(endless)], env=environment(), stdout=subprocess.PIPE)
    assert task.stdout
    with task.stdout as output:
        decoder = int(output.readline())
        family = [decoder, *eventually(lambda: _two_below(decoder), "a worker")]
        task.kill()
        assert task.wait(FAILED_SECONDS) == -signal.SIGKILL
    eventually(lambda: not any(map(_alive, family)), "their end")
    os.close(value)


LOOKING = """
import sys
from pathlib import Path
from fetcher.sandbox import confine
from footy.goals.settings import Rules
told = Path("/proc") / sys.argv[1]
confine(Rules())
for name in ("environ", "mem"):
    try:
        (told / name).open("rb").read(0)
        print("open")
    except PermissionError:
        print("closed")
"""
ASLEEP = "import sys; print('awake', flush=True); sys.stdin.read()"


def seen_of(command: list[str], ready: str) -> list[str]:
    """Return what a sandboxed process can open of another process of the same user."""
    nowhere = "http://127.0.0.1:9"
    keys = {"AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "secret"}
    answer = {**environment(), **keys, "AWS_ENDPOINT_URL": nowhere, "FOOTY_CLIPS_QUEUE": f"{nowhere}/clips"}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    with subprocess.Popen(dropped(*command), env=answer, text=True, **pipes) as neighbour:  # type: ignore[call-overload]
        try:
            assert any(ready in line for line in neighbour.stdout)
            look = dropped(sys.executable, "-c", LOOKING, str(neighbour.pid))
            result = subprocess.run(look, env=environment(), capture_output=True, text=True, check=True)
        finally:
            neighbour.kill()
    return result.stdout.split()


@on_linux
def test_children_cannot_read_the_workers_memory() -> None:
    assert seen_of([sys.executable, "-m", "fetcher"], "worker_begun") == ["closed", "closed"]


@on_linux
def test_others_of_the_same_user_are_not() -> None:
    assert seen_of([sys.executable, "-c", ASLEEP], "awake")[0] == "open"


def _two_below(decoder: int) -> list[int]:
    watchers = children(decoder)
    workers = [worker for watcher in watchers for worker in children(watcher)]
    return [*watchers, *workers] if workers else []


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
