"""`python attempts.py FILE`: what a decoder that has been taken over might try, tried from inside the cage.

Says, for each attempt, what it failed with; 0 where it did not fail.
"""

import ctypes
import errno
import fcntl
import json
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path

from fetcher.sandbox import confine
from footy.core.sandbox.seccomp import FIRST_UNKNOWN
from footy.goals.settings import Rules

C = ctypes.CDLL(None, use_errno=True)
FORKED = "a child"
PARENT = os.getppid()
PTRACE_ATTACH, IO_URING_SETUP, PIDFD_OPEN, CLONE_NEWUSER = 16, 425, 434, 0x10000000
UNKNOWN = "a call newer than the filter"


def attempts(file: Path) -> dict[str, Callable[[], object]]:
    """Each by its name; none of them may work."""
    return {
        "a socket to the network": socket.socket,
        "a socket on this machine": lambda: socket.socket(socket.AF_UNIX),
        "a pair of sockets": socket.socketpair,
        "a datagram": lambda: socket.socket(type=socket.SOCK_DGRAM),
        "a connection over what is open": lambda: _called(C.connect(0, b"", 0)),
        "io_uring": lambda: _called(C.syscall(IO_URING_SETUP, 8, ctypes.create_string_buffer(256))),
        "a signal to the task": lambda: os.kill(PARENT, 0),
        "a signal to everybody": lambda: os.kill(-1, 0),
        "a signal to itself": lambda: os.kill(os.getpid(), signal.SIGTERM),
        "a signal by a thread's id": lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM),
        "a signal by a handle": lambda: _called(C.syscall(PIDFD_OPEN, PARENT, 0)),
        "a signal by a pipe": lambda: fcntl.fcntl(1, fcntl.F_SETOWN, PARENT),
        "another program": lambda: os.execv("/bin/true", ["true"]),  # noqa: S606 - it must not work
        "another program, by its file": lambda: os.execve(os.open("/bin/true", os.O_RDONLY), ["true"], {}),  # noqa: S606 - nor this
        FORKED: os.fork,
        "a thread": lambda: threading.Thread(target=print).start(),
        "a look into the task": lambda: _called(C.ptrace(PTRACE_ATTACH, PARENT, 0, 0)),
        "a copy out of the task": lambda: _called(C.process_vm_readv(PARENT, None, 0, None, 0, 0)),
        "limits for the task": lambda: _of_others(PARENT),
        "a slow task": lambda: os.setpriority(os.PRIO_PROCESS, PARENT, 19),
        "a new namespace": lambda: _called(C.unshare(CLONE_NEWUSER)),
        "a new file": lambda: file.with_name("new").touch(),
        "another clip's file, written": lambda: file.write_bytes(b"mine"),
        "another clip's file, emptied": lambda: os.truncate(file, 0),
        "another clip's file, removed": file.unlink,
        "another clip's file, renamed": lambda: file.rename(file.with_name("other")),
        "another clip's file, closed": lambda: file.chmod(0),
        "another clip's file, linked": lambda: file.with_name("link").symlink_to(file),
        "another clip's file, aged": lambda: os.utime(file, (0, 0)),
        "a folder": file.with_name("folder").mkdir,
        UNKNOWN: lambda: _called(C.syscall(FIRST_UNKNOWN)),
    }


def tried(attempt: Callable[[], object]) -> int:
    """Return the errno of an attempt."""
    try:
        attempt()
    except OSError as refused:
        return refused.errno or -1
    except RuntimeError:  # of a thread that cannot start
        return errno.EAGAIN
    return 0


def _called(answer: int) -> None:
    if answer < 0:
        raise OSError(ctypes.get_errno(), "refused")


def _of_others(pid: int) -> None:
    if sys.platform == "linux":
        resource.prlimit(pid, resource.RLIMIT_CPU, (1, 1))


def main() -> None:
    """Check that only reading the file works."""
    file = Path(sys.argv[1])
    tries = attempts(file)
    confine(Rules())
    result = {name: tried(attempt) for name, attempt in tries.items()}
    sys.stdout.write(json.dumps({**result, "reading": tried(file.read_bytes)}))
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
