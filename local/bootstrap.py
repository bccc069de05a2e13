"""Makes a checkout ready to run: checks the machine, then installs only what has changed.

Run by whatever `python3` is there, so old ones have to be able to read it: no newer syntax in this file.
"""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20
SOURCES = ("layers/footy/python", "containers/clips", "containers/eyes")
USERS, DEVELOPERS = "requirements.txt", "requirements-dev.txt"


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
    except OSError:
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
    """Runs an installer quietly; its last words are shown only if it fails."""
    print(f"found-footy: {what} ...", flush=True)
    done = subprocess.run(command, cwd=str(HERE), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        last = [line for line in done.stdout.decode(errors="replace").splitlines() if line.strip()][-1:]
        stop(f"{what} failed ({' '.join(command[:4])}): {' '.join(last)[:300]}")


def install_python(requirements: str) -> None:
    """Installs exactly what is pinned; an environment made for the tests serves the demo too."""
    venv = HERE / ".venv"
    stamp, key = venv / ".installed", key_of(requirements)
    if is_current(stamp, key, key_of(DEVELOPERS)):
        return
    python, uv = str(venv / "bin" / "python"), venv / "bin" / "uv"
    if not Path(python).exists():
        run("making a virtual environment", [sys.executable, "-m", "venv", str(venv)])
    if not uv.exists():
        run("installing uv", [python, "-m", "pip", "install", "--quiet", uv_pin()])
    run("installing the Python packages", [str(uv), "pip", "sync", "--quiet", "--python", python, requirements])
    let_import_sources(python)
    stamp.write_text(key)


def uv_pin() -> str:
    """The pinned version of what installs all others."""
    return next(line for line in (HERE / USERS).read_text().split() if line.startswith("uv=="))


def let_import_sources(python: str) -> None:
    """Puts the project's own packages on the path of its environment."""
    folder = said([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    Path(folder, "found_footy.pth").write_text("".join(f"{HERE / source}\n" for source in SOURCES))


def install_node() -> None:
    """Installs exactly what the lock file names."""
    stamp, key = HERE / "node_modules" / ".installed", key_of("package-lock.json")
    if not is_current(stamp, key):
        run("installing the npm packages", ["npm", "ci", "--silent", "--no-audit", "--no-fund"])
        stamp.write_text(key)


def main() -> None:
    """Leaves a checkout in which every command works, or says in one line what is missing."""
    check_python(sys.version_info)
    check_node()
    check_folder()
    install_python(DEVELOPERS if "--dev" in sys.argv[1:] else USERS)
    install_node()


if __name__ == "__main__":
    main()
