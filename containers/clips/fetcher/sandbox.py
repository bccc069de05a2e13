"""What a process that opens foreign files may use up, what it may not see, and with whom it ends."""

import ctypes
import mmap
import os
import resource
import signal
import sys
from pathlib import Path

import fetcher
import footy
from fetcher.seccomp import CAGE, close
from footy.goals.settings import Rules

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
WRITTEN_BYTES = 1 << 20  # its log, at most; its answer goes through a pipe
FIRST_FREE = 4  # after input, output, errors and the pipe of the answer
MEGABYTE = 1 << 20
SLACK_BYTES = 16 * MEGABYTE
_C = ctypes.CDLL(None)


def environment() -> dict[str, str]:
    """All that the process is told: where its code and libraries are. No credentials, no address of any, no proxy."""
    sources = [str(Path(package.__path__[0]).parent) for package in (fetcher, footy)]
    libraries = os.environ.get("PYTHONPATH")  # in the image they stand beside the interpreter
    return {
        "PYTHONPATH": os.pathsep.join(filter(None, [*sources, libraries])),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",  # threads do not survive the fork that makes a worker
    }


def close_to_neighbours() -> None:
    """Keeps the memory and the environment of this process from others of the same user."""
    _set(PR_SET_DUMPABLE, 0)


def end_with(parent: int) -> None:
    """Lets this process be killed when the one that started it ends, however that happens."""
    _set(PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux" and os.getppid() != parent:
        os._exit(1)  # it has ended already


def bury_orphans() -> None:
    """Makes this process the parent of whatever its children leave behind; ignoring SIGCHLD, it buries them."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _set(PR_SET_CHILD_SUBREAPER, 1)


def confine(rules: Rules) -> None:
    """From here on: so much time, so much memory, hardly a file beside its own, nothing written, nobody spoken to."""
    _set(PR_SET_NO_NEW_PRIVS, 1)
    _limit(resource.RLIMIT_CORE, 0)
    seconds = rules.decode_cpu_seconds
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the signal first tells why, the second kills
    _limit(resource.RLIMIT_FSIZE, WRITTEN_BYTES)
    _limit(resource.RLIMIT_NOFILE, FIRST_FREE + 2)  # the clip, and a module that is loaded late
    if sys.platform == "linux":  # elsewhere these are not limits of one process
        _limit(resource.RLIMIT_AS, rules.decode_megabytes * MEGABYTE)
        _limit(resource.RLIMIT_NPROC, 0)
        close(CAGE)


def short_of_memory(rules: Rules) -> bool:
    """Whether the machine had none left: what the limit still allows cannot be had. Else a clip asked for too much."""
    if sys.platform != "linux":
        return False
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    left = rules.decode_megabytes * MEGABYTE - pages * mmap.PAGESIZE - SLACK_BYTES
    if left <= 0:
        return False
    try:
        mmap.mmap(-1, left, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS).close()
    except OSError:
        return True
    return False


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, most))


def _set(option: int, value: int) -> None:
    if sys.platform == "linux":
        _C.prctl(option, value, 0, 0, 0)
