"""Virtual environments of programs that cannot share the project's own."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from local.bootstrap import hint
from local.process.errors import LocalError
from local.process.file_lock import file_lock


def python_of(folder: Path, requirements: Path, *, label: str, base: str = sys.executable) -> Path:
    """Return the interpreter of the environment in that folder; create it where it is missing or outdated."""
    python, stamp = folder / "bin" / "python", folder / ".installed"
    version = sys.version if base == sys.executable else base
    key = hashlib.sha256(requirements.read_bytes() + version.encode()).hexdigest()
    with file_lock(folder):
        if not (python.exists() and stamp.exists() and stamp.read_text() == key):
            shutil.rmtree(folder, ignore_errors=True)
            _run(label, "venv", "--quiet", "--python", base, str(folder))
            # sync installs the listed packages only, and not what these depend on
            _run(label, "pip", "sync", "--quiet", "--python", str(python), str(requirements))
            stamp.write_text(key)
    return python


def _run(label: str, *arguments: str) -> None:
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv if uv.exists() else "uv"), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as missing:
        raise LocalError("uv is missing: run `make` again, it installs what is pinned") from missing
    if done.returncode:
        raise LocalError(f"{label} cannot be installed: {hint(done.stderr) or 'no reason given'}")
