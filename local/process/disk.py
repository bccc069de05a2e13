"""Detection of a full disk, which fails in many ways and sometimes without an error."""

import errno
import shutil
from pathlib import Path

from local.process.errors import StackEnded

# less than the next function needs for its code
MINIMUM_BYTES = 32 * 2**20


def check_disk(root: Path) -> None:
    """Raise an error where the disk is nearly full: most programs would only retry."""
    if _is_full(root):
        raise StackEnded(_message(root))


def disk_error(failure: BaseException, root: Path) -> str | None:
    """Return the message about a full disk, if that caused the failure."""
    return _message(root) if _was_no_space(failure) or _is_full(root) else None


def _message(root: Path) -> str:
    return f"disk full: free some space where {root} is, then start again with --resume"


def _was_no_space(failure: BaseException | None) -> bool:
    while failure is not None:
        if isinstance(failure, OSError) and failure.errno in {errno.ENOSPC, errno.EDQUOT}:
            return True
        failure = failure.__cause__ or failure.__context__
    return False


def _is_full(root: Path) -> bool:
    existing = next(folder for folder in (root, *root.parents) if folder.exists())
    try:
        return shutil.disk_usage(existing).free < MINIMUM_BYTES
    except OSError:
        return False
