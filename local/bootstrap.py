"""Makes a checkout ready to run: checks the machine, then installs only what has changed.

Run by whatever `python3` is there, so old ones have to be able to read it: no newer syntax in this file.
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
# how pip, uv and npm tell that there is no room left
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
FULL = ("No space left on device", "Disk quota exceeded", "ENOSPC", "EDQUOT")
USERS, DEVELOPERS = "requirements.txt", "requirements-dev.txt"
VERSION = "import sys; print(sys.version_info[:2])"


def stop(message: str) -> None:
    """One line that says what to do, and the exit code for bad input."""
    sys.stderr.write(f"found-footy: {message}\n")
    sys.exit(2)


def check_python(version: tuple) -> None:  # type: ignore[type-arg] # old versions cannot read `tuple[int, ...]`
    """The language the project is written in."""
    if tuple(version[:2]) < OLDEST_PYTHON:
        found = ".".join(str(part) for part in version[:2])
        stop(f"Python {found} is too old: install Python >= 3.11 and run `make PYTHON=python3.11 demo`.")


def check_node() -> None:
    """What the CDK CLI and the embedded MongoDB run on."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        stop("Node.js is missing: install Node >= 20 with npm (the CDK CLI and the embedded MongoDB need it).")
    version = said([str(node), "--version"])
    major = version.lstrip("v").split(".")[0]
    if not major.isdigit() or int(major) < OLDEST_NODE:
        stop(f"Node {version or 'of unknown version'} is too old: install Node >= 20.")


def check_folder() -> None:
    """Where everything is installed."""
    try:
        probe = HERE / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as refusal:
        if refusal.errno in NO_ROOM:
            stop(full_disk())
        stop(f"the folder {HERE} cannot be written: clone the project where you may write.")


def said(command: list) -> str:  # type: ignore[type-arg] # as above
    """What a program answers."""
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return answer.stdout.decode().strip()


def key_of(name: str) -> str:
    """What an installation was made from."""
    return hashlib.sha256(repr((sys.version_info[:2], SOURCES)).encode() + (HERE / name).read_bytes()).hexdigest()


def is_current(stamp: Path, *keys: str) -> bool:
    """Whether what is installed was made from one of these."""
    return stamp.exists() and stamp.read_text() in keys


def run(what: str, command: list) -> None:  # type: ignore[type-arg] # as above
    """Runs an installer quietly; what it has to say is shown only if it fails."""
    print(f"found-footy: {what} ...", flush=True)
    done = subprocess.run(
        command,
        cwd=str(HERE),
        env=with_home(dict(os.environ)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    output = done.stdout.decode(errors="replace")
    if any(full in output for full in FULL):  # npm only warns of it, and says that all is well
        stop(full_disk())
    if done.returncode:
        stop(f"{what} failed ({' '.join(command[:4])}): {hint(output)}")


def full_disk() -> str:
    """How it is told here and everywhere."""
    return f"disk full: make room where {HERE} is, the set-up needs about a gigabyte; the same command goes on with it"


def hint(output: str) -> str:
    """What an installer says at its end, on one line: the command that helps may stand lines before the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return " ".join(lines[-HINT_LINES:])[-HINT_LENGTH:]


def with_home(environment: dict) -> dict:  # type: ignore[type-arg] # as above
    """The environment for programs that keep things in the user's folder; where that cannot be, in the checkout."""
    home = environment.get("HOME", "")
    if os.path.isdir(home) and os.access(home, os.W_OK):  # noqa: PTH112 - a Path("") is a folder
        return dict(environment)
    own = HERE / ".local" / "home"
    own.mkdir(parents=True, exist_ok=True)
    return {**environment, "HOME": str(own)}


def install_python(requirements: str) -> None:
    """Installs exactly what is pinned; an environment made for the tests serves the demo too."""
    venv = HERE / ".venv"
    stamp, key = venv / ".installed", key_of(requirements)
    whole = is_whole(venv)
    if whole and is_current(stamp, key, key_of(DEVELOPERS)):
        return
    python, uv = str(venv / "bin" / "python"), venv / "bin" / "uv"
    if not whole or not uv.exists():
        make_environment(venv)
    stamp.unlink(missing_ok=True)  # from here on it is half of one, until it is stamped again
    # its scripts name the folder that it was made in
    run("making a virtual environment", [sys.executable, "-m", "venv", "--without-pip", str(venv)])
    run("installing the Python packages", [str(uv), "pip", "sync", "--quiet", "--python", python, requirements])
    let_import_sources(python)
    stamp.write_text(key)


def is_whole(venv: Path) -> bool:
    """Whether it was made in this folder, by a Python of this version that is still there.

    A checkout may be moved or copied, and a Python replaced: `venv` mends neither.
    """
    python, made = venv / "bin" / "python", venv / "pyvenv.cfg"
    if not python.exists() or not made.exists() or f" {venv}" not in made.read_text(encoding="utf-8"):
        return False
    return said([str(python), "-I", "-S", "-c", VERSION]) == str(sys.version_info[:2])


def make_environment(venv: Path) -> None:
    """Made aside and then renamed: half of one, left by whatever interrupted it, is never taken for a whole one."""
    aside = venv.with_name(f"{venv.name}.making")
    shutil.rmtree(str(aside), ignore_errors=True)
    run("making a virtual environment", [sys.executable, "-m", "venv", str(aside)])
    pinned = aside / "uv.txt"
    pinned.write_text(uv_pin())
    pip = [str(aside / "bin" / "python"), "-m", "pip"]
    run("installing uv", [*pip, "install", "--quiet", "--require-hashes", "--requirement", str(pinned)])
    if venv.is_symlink():  # to that of another checkout, which keeps it
        venv.unlink()
    shutil.rmtree(str(venv), ignore_errors=True)
    aside.rename(venv)


def uv_pin() -> str:
    """What installs all others: its pinned version, and the digests of its files."""
    pins = (HERE / USERS).read_text().replace("\\\n", " ").splitlines()
    return next(line for line in pins if line.startswith("uv=="))


def let_import_sources(python: str) -> None:
    """Puts the project's own packages on the path of its environment."""
    folder = said([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    Path(folder, "found_footy.pth").write_text("".join(f"{HERE / source}\n" for source in SOURCES))


def install_node() -> None:
    """Installs exactly what the lock file names."""
    stamp, key = HERE / "node_modules" / ".installed", key_of("package-lock.json")
    if not is_current(stamp, key):
        run("installing the npm packages", ["npm", "ci", "--loglevel=warn", "--no-audit", "--no-fund"])
        stamp.write_text(key)


def alone() -> IO[str]:
    """Waits until no other set-up works on this checkout; the system lifts the lock when this one ends."""
    folder = HERE / ".local"
    folder.mkdir(exist_ok=True)
    lock = (folder / "setup.lock").open("a")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def main() -> None:
    """Leaves a checkout in which every command works, or says in one line what is missing."""
    check_python(sys.version_info)
    check_node()
    check_folder()
    try:
        with alone():
            install_python(DEVELOPERS if "--dev" in sys.argv[1:] else USERS)
            install_node()
    except OSError as failure:
        if failure.errno not in NO_ROOM:
            raise
        stop(full_disk())
    except KeyboardInterrupt:
        sys.stderr.write("found-footy: the set-up was interrupted: the same command goes on with it\n")
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
