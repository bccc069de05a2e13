"""A full disk shows itself in many ways, and as often in none: it is looked for, and told in one."""

import errno
import shutil
from pathlib import Path

from local.process.errors import StackEnded

# less than the next function needs to be unpacked
LITTLE = 32 * 2**20


def check_room(root: Path) -> None:
    """Nothing that needs room ends well without it, and most of it would only try again."""
    if _is_full(root):
        raise StackEnded(_told(root))


def fullness(failure: BaseException, root: Path) -> str | None:
    """That the disk is full, when that is why something failed."""
    return _told(root) if _says_so(failure) or _is_full(root) else None


def _told(root: Path) -> str:
    return f"disk full: make room where {root} is, and start again with --resume"


def _says_so(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, OSError) and failure.errno in {errno.ENOSPC, errno.EDQUOT}:
            return True
        failure = failure.__cause__ or failure.__context__
    return False


def _is_full(root: Path) -> bool:
    there = next(folder for folder in (root, *root.parents) if folder.exists())
    try:
        return shutil.disk_usage(there).free < LITTLE
    except OSError:
        return False
