"""Sandboxed processes: resource limits, a seccomp filter, a bare environment, and no orphan processes.

Without seccomp, Linux runs nothing (`confine` raises OSError); other systems have the limits of time and size only.
"""

import ctypes
import os
import resource
import signal
import sys
from dataclasses import dataclass

from footy.core.sandbox.seccomp import install

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
MEGABYTE = 1 << 20
_C = ctypes.CDLL(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of one process in the sandbox."""

    cpu_seconds: int
    megabytes: int
    # into files: its answer or its log
    written_bytes: int
    descriptors: int
    opens_files: bool


def environment() -> dict[str, str]:
    """Return a sandboxed process's environment: paths of code and libraries, no credentials and no proxy."""
    return {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONDONTWRITEBYTECODE": "1",
        "OPENBLAS_NUM_THREADS": "1",  # the sandbox allows no threads
        # where Lambda has the library of its Python
        **{name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
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


def confine(limits: Limits) -> None:
    """Enter the sandbox: limits of time and memory, few or no files, no writes, no network."""
    _set(PR_SET_NO_NEW_PRIVS, 1)
    _limit(resource.RLIMIT_CORE, 0)
    seconds = limits.cpu_seconds
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))  # the soft limit's signal names the reason
    _limit(resource.RLIMIT_FSIZE, limits.written_bytes)
    _limit(resource.RLIMIT_NOFILE, limits.descriptors)
    if sys.platform == "linux":  # other systems do not limit these per process
        _limit(resource.RLIMIT_AS, limits.megabytes * MEGABYTE)
        _limit(resource.RLIMIT_NPROC, 0)
        install(opens_files=limits.opens_files)


def _limit(kind: int, most: int) -> None:
    resource.setrlimit(kind, (most, most))


def _set(option: int, value: int) -> None:
    if sys.platform == "linux":
        _C.prctl(option, value, 0, 0, 0)
