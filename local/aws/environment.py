"""The emulator's own virtual environment: it pins botocore, and so cannot share the project's."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

from local.errors import LocalError
from local.turns import alone_with

REQUIREMENTS = Path(__file__).with_name("requirements.txt")


def emulator_python(folder: Path) -> Path:
    """The interpreter of the emulator's environment in that folder, which is made when it is missing or outdated."""
    python, stamp = folder / "bin" / "python", folder / ".installed"
    key = hashlib.sha256(REQUIREMENTS.read_bytes() + sys.version.encode()).hexdigest()
    with alone_with(folder):
        if not (python.exists() and stamp.exists() and stamp.read_text() == key):
            shutil.rmtree(folder, ignore_errors=True)
            _run("venv", "--quiet", "--python", sys.executable, str(folder))
            _run("pip", "install", "--quiet", "--python", str(python), "--requirement", str(REQUIREMENTS))
            stamp.write_text(key)
    return python


def _run(*arguments: str) -> None:
    uv = Path(sys.executable).with_name("uv")
    command = [str(uv if uv.exists() else "uv"), *arguments]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as missing:
        raise LocalError("uv is missing: run `make` again, it installs what is pinned") from missing
    if done.returncode:
        reason = next((line for line in done.stderr.splitlines() if line.strip()), "no reason given").strip()
        raise LocalError(f"the embedded AWS cannot be installed: {reason}")
