"""Lock between processes that install into the same folder."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from local.process.errors import LocalError


@contextmanager
def file_lock(folder: Path) -> Iterator[None]:
    """Wait until no other process installs into the folder, and hold the lock."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = folder.with_name(f"{folder.name}.lock").open("a")
    except OSError as refusal:
        raise LocalError(f"the folder {folder.parent} cannot be written ({refusal.strerror})") from None
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
