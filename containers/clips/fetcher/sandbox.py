"""Decoder sandbox: resource limits, seccomp filter, a bare environment, and no orphan processes."""

import ctypes
import mmap
import os
import resource
import signal
import sys
from pathlib import Path

import fetcher
import footy
from fetcher.seccomp import SECCOMP_FILTER, install
from footy.goals.settings import Rules

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
WRITTEN_BYTES = 1 << 20  # for its log; the answer goes through a pipe
FIRST_FREE = 4  # after input, output, errors and the pipe of the answer
MEGABYTE = 1 << 20
SLACK_BYTES = 16 * MEGABYTE
_C = ctypes.CDLL(None)


def environment() -> dict[str, str]:
    """Return the decoder's environment: paths of code and libraries, no credentials and no proxy."""
    sources = [str(Path(package.__path__[0]).parent) for package in (fetcher, footy)]
    libraries = os.environ.get("PYTHONPATH")  # where the image installs them
    return {
        "PYTHONPATH": os.pathsep.join(filter(None, [*sources, libraries])),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",  # threads do not survive the fork that makes a worker
    }


def deny_inspection() -> None:
    """Deny other processes of the same user access to this one's memory and environment."""
    _set(PR_SET_DUMPABLE, 0)


def die_with_parent(parent: int) -> None:
    """Have the kernel kill this process when its parent ends."""
    _set(PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux" and os.getppid() != parent:
        os._exit(1)  # the parent has ended already


def adopt_orphans() -> None:
    """Adopt orphan processes of this process's children; ignoring SIGCHLD reaps them."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _set(PR_SET_CHILD_SUBREAPER, 1)


def confine(rules: Rules) -> None:
    """Enter the sandbox: limits of time and memory, almost no files, no writes, no network."""
    _set(PR_SET_NO_NEW_PRIVS, 1)
    _limit(resource.RLIMIT_CORE, 0)
    seconds = rules.decode_cpu_seconds
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the soft limit's signal names the reason
    _limit(resource.RLIMIT_FSIZE, WRITTEN_BYTES)
    _limit(resource.RLIMIT_NOFILE, FIRST_FREE + 2)  # the clip, and a late import
    if sys.platform == "linux":  # other systems do not limit these per process
        _limit(resource.RLIMIT_AS, rules.decode_megabytes * MEGABYTE)
        _limit(resource.RLIMIT_NPROC, 0)
        install(SECCOMP_FILTER)


def is_out_of_memory(rules: Rules) -> bool:
    """Return whether the machine has no memory left; else the clip reached its own limit."""
    if sys.platform != "linux":
        return False
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    allowed = rules.decode_megabytes * MEGABYTE - pages * mmap.PAGESIZE - SLACK_BYTES
    if allowed <= 0:
        return False
    try:
        mmap.mmap(-1, allowed, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return True
    return False


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, most))


def _set(option: int, value: int) -> None:
    if sys.platform == "linux":
        _C.prctl(option, value, 0, 0, 0)
