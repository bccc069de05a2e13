"""Home lock: a home belongs to one process, and the system releases its lock when that process ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.process.errors import LocalError

# reading the owner holds the lock for a moment too
LOCK_SECONDS = 2.0
LOCK = "lock"


@contextmanager
def lock_home(root: Path) -> Iterator[None]:
    """Hold the lock of the home; taken before anything in it changes."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock = (root / LOCK).open("a+")
    except OSError as refusal:
        raise LocalError(
            f"the folder {root} cannot be written ({refusal.strerror}): choose another with --home"
        ) from refusal
    with lock:
        if not _acquire(lock.fileno()):
            raise LocalError(f"a stack already runs from {root}: stop it with `make down`, or use another --home")
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def lock_owner(root: Path) -> int | None:
    """Return the process that holds the lock; None while it is free, whatever the file contains."""
    try:
        with (root / LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except BlockingIOError:
        text = (root / LOCK).read_text(errors="replace")
        return int(text) if text.isdecimal() else None
    except OSError as refusal:
        raise LocalError(f"the folder {root} cannot be read ({refusal.strerror})") from refusal
    return None


def _acquire(lock: int) -> bool:
    deadline = time.monotonic() + LOCK_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        else:
            return True
