"""Starts the emulator with its patches; runs in the emulator's own virtual environment.

    python -m local.aws.launcher FOLDER [--workers N]

When standard input closes, because the parent stopped this process or died, the state is saved and everything ends.
"""

import argparse
import fcntl
import json
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import IO, NoReturn

CONTAINER_ENVIRONMENT = "LOCAL_CONTAINER_ENVIRONMENT"
REFUSED = 2


def refuse(reason: str) -> NoReturn:
    """Print why the emulator cannot start, and exit."""
    sys.stderr.write(f"refused: {reason}\n")
    sys.exit(REFUSED)


def _lock(folder: Path) -> IO[str]:
    """Lock the folder against a second emulator; the system releases the lock when this process ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+")
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        refuse(f"an emulator already runs from {folder}: stop it first")
    except OSError as refusal:
        refuse(f"the folder {folder} cannot be used ({refusal.strerror})")
    return lock


def _use_private_temporary_folder(folder: Path) -> None:
    """Use a folder for temporary files that every start empties."""
    temporary = folder / "tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    tempfile.tempdir = str(temporary)


def _end_with_parent(save: Callable[[], None]) -> None:
    while sys.stdin.buffer.read(1):
        pass
    save()
    # a regular exit would wait for functions and executions; their processes end with this one
    os._exit(0)


def main() -> None:
    """Serve until standard input closes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--workers", type=int, default=12)
    options = parser.parse_args()
    folder = options.folder.resolve()
    lock = _lock(folder)
    _use_private_temporary_folder(folder)
    container = json.loads(os.environ.pop(CONTAINER_ENVIRONMENT, "{}"))

    try:
        from ministack import app  # noqa: PLC0415 - reads the environment when imported

        from local.aws.patches import apply, patches  # noqa: PLC0415
        from local.aws.patches.expectations import EmulatorChanged  # noqa: PLC0415
        from local.aws.patches.state import save  # noqa: PLC0415
    except (ImportError, AttributeError) as missing:
        refuse(f"the emulator is not the pinned release ({missing}): install local/aws/requirements.txt")
    try:
        apply(patches(folder, container, options.workers))
    except (EmulatorChanged, AttributeError) as changed:
        refuse(f"the emulator is not the pinned release ({changed}): install local/aws/requirements.txt")

    threading.Thread(target=_end_with_parent, args=(save,), daemon=True).start()
    sys.argv = sys.argv[:1]
    app.main()
    lock.close()


if __name__ == "__main__":
    main()
