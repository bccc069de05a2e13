"""Sandbox that opens no files: nothing of the machine, of its parent or of the network is in reach."""

import errno
import json
import subprocess
import sys

import pytest

from footy.core.sandbox.process import environment

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux")
INSIDE = """
import json, mmap, os, socket, sys
from footy.core.sandbox.process import Limits, confine

def tried(attempt):
    try:
        attempt()
    except OSError as refused:
        return refused.errno
    return 0

confine(Limits(cpu_seconds=5, megabytes=512, written_bytes=1000, descriptors=4, opens_files=False))
attempts = {
    "socket": socket.socket,
    "parent": lambda: open(f"/proc/{os.getppid()}/environ"),
    "itself": lambda: open("/proc/self/environ"),
    "file": lambda: open(os.__file__),
    "new file": lambda: open("/tmp/mine", "w"),
    "child": os.fork,
    "program": lambda: os.execv("/bin/true", ["true"]),
    "output": lambda: sys.stdout.write(""),
    "memory": lambda: mmap.mmap(-1, 1 << 20).close(),
}
print(json.dumps({name: tried(attempt) for name, attempt in attempts.items()}), flush=True)
"""
WITHOUT_SECCOMP = """
from footy.core.sandbox import process, seccomp
class NoSeccomp:
    prctl = staticmethod(lambda *_: -1)
process._C = seccomp._C = NoSeccomp
process.confine(process.Limits(cpu_seconds=5, megabytes=512, written_bytes=1000, descriptors=9, opens_files=True))
print("it runs")
"""


def run(script: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", script], env=environment(), capture_output=True, text=True, check=False
    )


def test_nothing_is_in_reach_but_memory_and_output() -> None:
    done = run(INSIDE)
    assert json.loads(done.stdout) == {
        **dict.fromkeys(("socket", "parent", "itself", "file", "new file", "program"), errno.EPERM),
        "child": errno.EAGAIN,
        "output": 0,
        "memory": 0,
    }, done.stderr


def test_without_seccomp_nothing_runs() -> None:
    done = run(WITHOUT_SECCOMP)
    assert "the kernel refused the seccomp filter" in done.stderr
    assert (done.returncode, done.stdout) == (1, "")
