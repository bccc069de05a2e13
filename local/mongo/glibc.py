"""A C library new enough for the embedded engine, separate from the system's, which stays unchanged."""

import os
import platform
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from local.process.errors import LocalError
from local.process.file_lock import file_lock

NEEDED = (2, 38)
PACKAGES = ("libc6", "libstdc++6", "libgcc-s1")
LOADERS = {"x86_64": "ld-linux-x86-64.so.2", "aarch64": "ld-linux-aarch64.so.1"}
ALTERNATIVES = "set MONGODB_URI to your MongoDB, or install mongod on the PATH"


@dataclass(frozen=True, slots=True)
class PackageSource:
    """A release with a new enough library, on the mirror that apt already uses."""

    mirror: str
    suite: str
    keyring: Path

    def line(self) -> str:
        """Return the entry of a sources list."""
        trust = f"[signed-by={self.keyring}] " if self.keyring.exists() else ""
        return f"deb {trust}{self.mirror} {self.suite} main\n"


def loader(folder: Path) -> list[str]:
    """Return the command prefix that runs `node` with that library; empty on a new enough system."""
    if sys.platform != "linux" or system_version() >= NEEDED:
        return []
    architecture = platform.machine()
    libraries = folder / "root" / "usr" / "lib" / f"{architecture}-linux-gnu"
    program = libraries / LOADERS[architecture]
    with file_lock(folder):
        if not program.exists():
            _fetch(folder)
    return [str(program), "--library-path", f"{libraries}:/usr/lib/{architecture}-linux-gnu"]


def system_version() -> tuple[int, int]:
    """Return the version of the system's C library; (0, 0) where it is not glibc."""
    try:
        words = (os.confstr("CS_GNU_LIBC_VERSION") or "").split()
    except (ValueError, OSError):
        words = []
    numbers = re.match(r"(\d+)\.(\d+)", words[-1]) if words else None
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def _fetch(folder: Path) -> None:
    """Download the library with apt, which checks its signature, and unpack it into the folder."""
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


def _source() -> PackageSource:
    release = platform.freedesktop_os_release() if Path("/etc/os-release").exists() else {}
    family = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
    if not family & {"debian", "ubuntu"} or not shutil.which("apt-get") or not shutil.which("dpkg-deb"):
        raise LocalError(f"the embedded MongoDB needs glibc >= {NEEDED[0]}.{NEEDED[1]}: {ALTERNATIVES}")
    ubuntu = "ubuntu" in family
    codename = release.get("UBUNTU_CODENAME" if ubuntu else "VERSION_CODENAME", "")
    keyring = Path("/usr/share/keyrings", "ubuntu-archive-keyring.gpg" if ubuntu else "debian-archive-keyring.gpg")
    return PackageSource(_mirror(codename), "noble" if ubuntu else "trixie", keyring)


def _mirror(codename: str) -> str:
    """Return the address of the mirror that apt uses."""
    form = "$(CODENAME) $(COMPONENT) $(REPO_URI)"
    answer = subprocess.run(["apt-get", "indextargets", "--format", form], capture_output=True, text=True, check=False)
    mirrors = [words[2] for words in map(str.split, answer.stdout.splitlines()) if words[:2] == [codename, "main"]]
    if not mirrors:
        raise LocalError(
            f"the embedded MongoDB needs a newer C library, and apt names no mirror to get it: {ALTERNATIVES}"
        )
    return mirrors[0]


def _run(command: list[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        reason = re.sub(r"//[^/@\s]*@", "//", lines[-1]) if lines else "no reason given"
        raise LocalError(f"the C library for the embedded MongoDB cannot be fetched ({reason}): {ALTERNATIVES}")
