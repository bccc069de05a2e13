"""A home belongs to one process: to whoever holds its lock, which the system lifts when that process ends."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.process.errors import LocalError

# somebody who only asks whose the home is holds the lock for a moment too
ASKING_SECONDS = 2.0
LOCK = "lock"


@contextmanager
def possession(root: Path) -> Iterator[None]:
    """The home is ours until the end; taken before anything in it is touched."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        lock = (root / LOCK).open("a+")
    except OSError as refusal:
        raise LocalError(
            f"the folder {root} cannot be written ({refusal.strerror}): give another with --home"
        ) from refusal
    with lock:
        if not _taken(lock.fileno()):
            raise LocalError(f"a stack already runs from {root}: stop it with `make down`, or use another --home")
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def owner(root: Path) -> int | None:
    """The process whose home this is; None when it is nobody's, whatever is written there."""
    try:
        with (root / LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return None
    except BlockingIOError:
        return _written(root)
    except OSError as refusal:
        raise LocalError(f"the folder {root} cannot be read ({refusal.strerror})") from refusal
    return None


def _written(root: Path) -> int | None:
    """Written by the owner itself, once the lock was its own."""
    text = (root / LOCK).read_text(errors="replace")
    return int(text) if text.isdecimal() else None


def _taken(lock: int) -> bool:
    deadline = time.monotonic() + ASKING_SECONDS
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        else:
            return True
