"""Installer of a checkout: check the machine, then install what has changed.

An old `python3` must be able to read this file, so it has no newer syntax.
"""

import errno
import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

HERE = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20
SOURCES = ("layers/footy/python", "containers/clips", "containers/eyes", "containers/browser")
INTERRUPTED = 130
HINT_LINES, HINT_LENGTH = 12, 900
# messages of pip, uv and npm about a full disk
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
FULL = ("No space left on device", "Disk quota exceeded", "ENOSPC", "EDQUOT")
USERS, DEVELOPERS = "requirements.txt", "requirements-dev.txt"
VERSION = "import sys; print(sys.version_info[:2])"


def stop(message: str) -> None:
    """Print one line that says what to do, and exit with the code for bad input."""
    sys.stderr.write(f"found-footy: {message}\n")
    sys.exit(2)


def check_python(version: tuple) -> None:  # type: ignore[type-arg] # old versions cannot read `tuple[int, ...]`
    """Check the version of Python."""
    if tuple(version[:2]) < OLDEST_PYTHON:
        text = ".".join(str(part) for part in version[:2])
        stop(f"Python {text} is too old: install Python >= 3.11 and run `make PYTHON=python3.11 demo`.")


def check_node() -> None:
    """Check Node, which the CDK CLI and the embedded MongoDB need."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        stop("Node.js is missing: install Node >= 20 with npm (the CDK CLI and the embedded MongoDB need it).")
    version = output_of([str(node), "--version"])
    major = version.lstrip("v").split(".")[0]
    if not major.isdigit() or int(major) < OLDEST_NODE:
        stop(f"Node {version or 'of unknown version'} is too old: install Node >= 20.")


def check_folder() -> None:
    """Check that the checkout can be written."""
    try:
        probe = HERE / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as refusal:
        if refusal.errno in NO_ROOM:
            stop(full_disk())
        stop(f"the folder {HERE} cannot be written: clone the project into a folder that you own.")


def output_of(command: list) -> str:  # type: ignore[type-arg] # as above
    """Return what a program prints."""
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return answer.stdout.decode().strip()


def key_of(name: str) -> str:
    """Return a digest of the inputs of an installation."""
    return hashlib.sha256(repr((sys.version_info[:2], SOURCES)).encode() + (HERE / name).read_bytes()).hexdigest()


def is_current(stamp: Path, *keys: str) -> bool:
    """Return whether the installation has one of these digests."""
    return stamp.exists() and stamp.read_text() in keys


def run(label: str, command: list) -> None:  # type: ignore[type-arg] # as above
    """Run an installer, and show its output only if it fails."""
    print(f"found-footy: {label} ...", flush=True)
    done = subprocess.run(
        command,
        cwd=str(HERE),
        env=with_home(dict(os.environ)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode(errors="replace")
    if any(full in output for full in FULL):  # npm only warns, and reports success
        stop(full_disk())
    if done.returncode:
        stop(f"{label} failed ({' '.join(command[:4])}): {hint(output)}")


def full_disk() -> str:
    """Return the message about a full disk."""
    return f"disk full: free about a gigabyte where {HERE} is, then run the same command again"


def hint(output: str) -> str:
    """Return the last lines of an installer as one line, because the advice may be lines before the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return " ".join(lines[-HINT_LINES:])[-HINT_LENGTH:]


def with_home(environment: dict) -> dict:  # type: ignore[type-arg] # as above
    """Return an environment whose HOME is writable: the user's own, or a folder in the checkout."""
    home = environment.get("HOME", "")
    if os.path.isdir(home) and os.access(home, os.W_OK):  # noqa: PTH112 - a Path("") is a folder
        return dict(environment)
    own = HERE / ".local" / "home"
    own.mkdir(parents=True, exist_ok=True)
    return {**environment, "HOME": str(own)}


def install_python(requirements: str) -> None:
    """Install the pinned packages; an environment of developers is enough for users, too."""
    venv = HERE / ".venv"
    stamp, key = venv / ".installed", key_of(requirements)
    is_usable = is_usable_environment(venv)
    if is_usable and is_current(stamp, key, key_of(DEVELOPERS)):
        return
    python, uv = str(venv / "bin" / "python"), venv / "bin" / "uv"
    if not is_usable or not uv.exists():
        make_environment(venv)
    stamp.unlink(missing_ok=True)  # incomplete until it is stamped again
    # scripts contain the path of their environment
    run("making a virtual environment", [sys.executable, "-m", "venv", "--without-pip", str(venv)])
    run("installing the Python packages", [str(uv), "pip", "sync", "--quiet", "--python", python, requirements])
    add_sources(python)
    stamp.write_text(key)


def is_usable_environment(venv: Path) -> bool:
    """Return whether the environment belongs to this folder and to an existing Python of this version.

    A checkout may be moved or copied, and a Python replaced: `venv` repairs neither.
    """
    python, config = venv / "bin" / "python", venv / "pyvenv.cfg"
    if not python.exists() or not config.exists() or f" {venv}" not in config.read_text(encoding="utf-8"):
        return False
    return output_of([str(python), "-I", "-S", "-c", VERSION]) == str(sys.version_info[:2])


def make_environment(venv: Path) -> None:
    """Create the environment under another name, and rename it when it is complete."""
    draft = venv.with_name(f"{venv.name}.draft")
    shutil.rmtree(str(draft), ignore_errors=True)
    run("making a virtual environment", [sys.executable, "-m", "venv", str(draft)])
    pinned = draft / "uv.txt"
    pinned.write_text(uv_pin())
    pip = [str(draft / "bin" / "python"), "-m", "pip"]
    run("installing uv", [*pip, "install", "--quiet", "--require-hashes", "--requirement", str(pinned)])
    if venv.is_symlink():  # to the environment of another checkout
        venv.unlink()
    shutil.rmtree(str(venv), ignore_errors=True)
    draft.rename(venv)


def uv_pin() -> str:
    """Return the pinned version of uv with its digests."""
    pins = (HERE / USERS).read_text().replace("\\\n", " ").splitlines()
    return next(line for line in pins if line.startswith("uv=="))


def add_sources(python: str) -> None:
    """Add the project's own packages to the path of its environment."""
    folder = output_of([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    Path(folder, "found_footy.pth").write_text("".join(f"{HERE / source}\n" for source in SOURCES))


def install_node() -> None:
    """Install the packages of the lock file."""
    stamp, key = HERE / "node_modules" / ".installed", key_of("package-lock.json")
    if not is_current(stamp, key):
        run("installing the npm packages", ["npm", "ci", "--loglevel=warn", "--no-audit", "--no-fund"])
        stamp.write_text(key)


def lock_checkout() -> IO[str]:
    """Wait until no other installer works on this checkout; the system releases the lock at the end."""
    folder = HERE / ".local"
    folder.mkdir(exist_ok=True)
    lock = (folder / "setup.lock").open("a")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main() -> None:
    """Install everything, or say in one line what is missing."""
    check_python(sys.version_info)
    check_node()
    check_folder()
    try:
        with lock_checkout():
            install_python(DEVELOPERS if "--dev" in sys.argv[1:] else USERS)
            install_node()
    except OSError as failure:
        if failure.errno not in NO_ROOM:
            raise
        stop(full_disk())
    except KeyboardInterrupt:
        sys.stderr.write("found-footy: the installation was interrupted: run the same command again\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
