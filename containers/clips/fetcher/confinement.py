"""What a process that opens foreign files may use up, and what it may not see."""

import ctypes
import os
import resource
import sys
from pathlib import Path

import fetcher
import footy
from footy.settings import Rules

PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 4, 38
WRITTEN_BYTES = 1 << 20  # its log, at most; its answer goes through a pipe
FIRST_FREE = 4  # after input, output, errors and the pipe of the answer
MEGABYTE = 1 << 20


def environment() -> dict[str, str]:
    """All that the process is told: where its code is. No credentials, no address of any, no proxy."""
    sources = [str(Path(package.__path__[0]).parent) for package in (fetcher, footy)]
    return {
        "PYTHONPATH": os.pathsep.join(sources),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",  # threads do not survive the fork that makes a worker
    }


def close_to_neighbours() -> None:
    """Keeps the memory and the environment of this process from others of the same user."""
    _set(PR_SET_DUMPABLE, 0)


def confine(rules: Rules) -> None:
    """From here on: so much time, so much memory, hardly a file beside its own, nothing written, nothing started."""
    _set(PR_SET_NO_NEW_PRIVS, 1)
    _limit(resource.RLIMIT_CORE, 0)
    seconds = rules.decode_cpu_seconds
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the signal first tells why, the second kills
    _limit(resource.RLIMIT_FSIZE, WRITTEN_BYTES)
    _limit(resource.RLIMIT_NOFILE, FIRST_FREE + 2)  # the clip, and a module that is loaded late
    if sys.platform == "linux":  # elsewhere these are not limits of one process
        _limit(resource.RLIMIT_AS, rules.decode_megabytes * MEGABYTE)
        _limit(resource.RLIMIT_NPROC, 0)


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, most))


def _set(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
