"""`python rights.py COMMAND [ARGUMENT...]`: the command as a user without any rights but to read.

Root is exempt from limits that everybody else meets. Reading is kept, because the interpreter and the checkout may lie
in root's own folder, where no one else would find them.
"""

import ctypes
import os
import struct
import sys
from pathlib import Path

UID = 10001  # as the image of the task has it
KEEP_CAPABILITIES, AMBIENT, RAISE = 8, 47, 2
VERSION, READ_AND_SEARCH = 0x20080522, 2


def dropped(*command: str) -> list[str]:
    """The command, without rights where there are some to drop."""
    return [sys.executable, __file__, *command] if may_drop() else list(command)


def may_drop() -> bool:
    """Whether this is root on Linux."""
    return sys.platform == "linux" and os.geteuid() == 0


def hand_over(folder: Path) -> None:
    """Lets that user write there."""
    if may_drop():
        os.chown(folder, UID, UID)


def _drop() -> None:
    system = ctypes.CDLL(None, use_errno=True)
    system.prctl(KEEP_CAPABILITIES, 1, 0, 0, 0)
    os.setgroups([])
    os.setresgid(UID, UID, UID)
    os.setresuid(UID, UID, UID)
    kept = 1 << READ_AND_SEARCH
    if system.capset(struct.pack("=Ii", VERSION, 0), struct.pack("=6I", kept, kept, kept, 0, 0, 0)):
        raise OSError(ctypes.get_errno(), "capset")
    system.prctl(AMBIENT, RAISE, READ_AND_SEARCH, 0, 0)


if __name__ == "__main__":
    _drop()
    os.execvp(sys.argv[1], sys.argv[1:])  # noqa: S606 - that is what it is for
