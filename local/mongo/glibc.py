"""A C library new enough for the embedded engine, beside the system's own, which stays untouched."""

import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from local.process.errors import LocalError
from local.process.file_lock import alone_with

NEEDED = (2, 38)
PACKAGES = ("libc6", "libstdc++6", "libgcc-s1")
LOADERS = {"x86_64": "ld-linux-x86-64.so.2", "aarch64": "ld-linux-aarch64.so.1"}
WAYS_OUT = "set MONGODB_URI to a MongoDB of yours, or put mongod on the PATH"


@dataclass(frozen=True, slots=True)
class Source:
    """A release with a new enough library, on the mirror that this system's apt already uses."""

    mirror: str
    suite: str
    keyring: Path

    def line(self) -> str:
        """The entry of a sources list."""
        trust = f"[signed-by={self.keyring}] " if self.keyring.exists() else ""
        return f"deb {trust}{self.mirror} {self.suite} main\n"


def loader(folder: Path) -> list[str]:
    """What has to stand before `node`: nothing where the system is new enough."""
    if sys.platform != "linux" or system_version() >= NEEDED:
        return []
    architecture = platform.machine()
    libraries = folder / "root" / "usr" / "lib" / f"{architecture}-linux-gnu"
    program = libraries / LOADERS[architecture]
    with alone_with(folder):
        if not program.exists():
            _fetch(folder)
    return [str(program), "--library-path", f"{libraries}:/usr/lib/{architecture}-linux-gnu"]


def system_version() -> tuple[int, int]:
    """Of the system's C library; (0, 0) for one that is not glibc."""
    try:
        words = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()
    except (ValueError, OSError):
        words = []
    numbers = re.match(r"(\d+)\.(\d+)", words[-1]) if words else None
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _fetch(folder: Path) -> None:
    """Downloads the library with apt, signed as everything else it gets, and unpacks it into the folder."""
    source = _source()
    work = folder / "apt"
    shutil.rmtree(work, ignore_errors=True)
    for part in ("state/lists/partial", "cache/archives/partial", "parts", "packages"):
        (work / part).mkdir(parents=True)
    (work / "sources.list").write_text(source.line())
    options = {
        "Dir::Etc::SourceList": work / "sources.list",
        "Dir::Etc::SourceParts": work / "parts",
        "Dir::State::Lists": work / "state" / "lists",
        "Dir::Cache": work / "cache",
        "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in options.items())]
    _run([*apt, "update"], work)
    _run([*apt, "download", *PACKAGES], work / "packages")
    unpacked = work / "root"
    for package in (work / "packages").glob("*.deb"):
        _run(["dpkg-deb", "-x", str(package), str(unpacked)], work)
    unpacked.rename(folder / "root")
    shutil.rmtree(work)


def _source() -> Source:
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    family = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    if not family & {"debian", "ubuntu"} or not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise LocalError(f"the embedded MongoDB needs glibc >= {NEEDED[0]}.{NEEDED[1]}: {WAYS_OUT}")
    ubuntu = "ubuntu" in family
    codename = release.get("UBUNTU_CODENAME" if ubuntu else "VERSION_CODENAME", "")
    keyring = Path("/usr/share/keyrings", "ubuntu-archive-keyring.gpg" if ubuntu else "debian-archive-keyring.gpg")
    return Source(_mirror(codename), "noble" if ubuntu else "trixie", keyring)


def _mirror(codename: str) -> str:
    """Where this system gets its own packages from."""
    form = "$(CODENAME) $(COMPONENT) $(REPO_URI)"
    told = subprocess.run(["apt-get", "indextargets", "--format", form], capture_output=True, text=True, check=False)
    mirrors = [words[2] for words in map(str.split, told.stdout.splitlines()) if words[:2] == [codename, "main"]]
    if not mirrors:
        raise LocalError(f"the embedded MongoDB needs a newer C library, and apt names no mirror to get it: {WAYS_OUT}")
    return mirrors[0]


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = re.sub(r"//[^/@\s]*@", "//", lines[-1]) if lines else "no reason given"
        raise LocalError(f"the C library for the embedded MongoDB cannot be fetched ({reason}): {WAYS_OUT}")
