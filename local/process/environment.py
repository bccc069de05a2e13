"""Virtual environments beside the project's own, for programs that cannot or need not share it."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from local.bootstrap import hint
from local.process.errors import LocalError
from local.process.file_lock import alone_with


def python_of(folder: Path, requirements: Path, *, what: str, base: str = sys.executable) -> Path:
    """The interpreter of the environment in that folder, which is made when it is missing or outdated."""
    python, stamp = folder / "bin" / "python", folder / ".installed"
    of = sys.version if base == sys.executable else base
    key = hashlib.sha256(requirements.read_bytes() + of.encode()).hexdigest()
    with alone_with(folder):
        if not (python.exists() and stamp.exists() and stamp.read_text() == key):
            shutil.rmtree(folder, ignore_errors=True)
            _run(what, "venv", "--quiet", "--python", base, str(folder))
            # what is not in the list is not installed, whatever the listed packages ask for
            _run(what, "pip", "sync", "--quiet", "--python", str(python), str(requirements))
            stamp.write_text(key)
    return python


def _run(what: str, *arguments: str) -> None:
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv if uv.exists() else "uv"), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as missing:
        raise LocalError("uv is missing: run `make` again, it installs what is pinned") from missing
    if done.returncode:
        # uv says first that it failed, and below why
        raise LocalError(f"{what} cannot be installed: {hint(done.stderr) or 'no reason given'}")
