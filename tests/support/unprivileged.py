"""Unprivileged user: `python unprivileged.py COMMAND [ARGUMENT...]` runs a command with no capability but to read.

Root is exempt from limits that other users meet. The capability to read stays, because the interpreter may be
installed below root's home.
"""

import ctypes
import os
import stat
import struct
import sys
from pathlib import Path

UID = 10001  # as the image of the task has it
KEEP_CAPABILITIES, AMBIENT, RAISE = 8, 47, 2
VERSION, READ_AND_SEARCH = 0x20080522, 2


def dropped(*command: str) -> list[str]:
    """Wrap a command so that it runs without privileges, if this process can drop any."""
    return [sys.executable, __file__, *command] if may_drop() else list(command)


def may_drop() -> bool:
    """Return whether this is root on Linux."""
    return sys.platform == "linux" and os.geteuid() == 0


def closed_folder(path: Path) -> Path | None:
    """Return the first folder on the way to a path that other users may not enter."""
    return next((folder for folder in (path, *path.parents) if not folder.stat().st_mode & stat.S_IXOTH), None)


def hand_over(folder: Path) -> None:
    """Give a folder to the unprivileged user."""
    if may_drop():
        os.chown(folder, UID, UID)


def _drop() -> None:
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([])
    os.setresgid(UID, UID, UID)
    os.setresuid(UID, UID, UID)
    capabilities = 1 << READ_AND_SEARCH
    if system.capset(
        struct.pack("=Ii", VERSION, 0), struct.pack("=6I", capabilities, capabilities, capabilities, 0, 0, 0)
    ):
        raise OSError(ctypes.get_errno(), "capset")
    system.prctl(AMBIENT, RAISE, READ_AND_SEARCH, 0, 0)


if __name__ == "__main__":
    _drop()
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - that is what it is for
