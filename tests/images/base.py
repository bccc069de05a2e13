"""Base file systems for images whose base image cannot be pulled: Debian by debootstrap, and a Python 3.13."""

import re
import shutil
import subprocess
from pathlib import Path

from cdk.packages import ROOT

SUITE = "bookworm"
CACHE = ROOT / ".build" / "rootfs"
# what the interpreter and the Dockerfiles' shell commands need of Debian
PACKAGES = (
    "ca-certificates",
    "libbz2-1.0",
    "libffi8",
    "liblzma5",
    "libncursesw6",
    "libreadline8",
    "libsqlite3-0",
    "libssl3",
    "netbase",
    "zlib1g",
)


def missing() -> str:
    """Return what this machine lacks to build images without Docker, empty when it has everything."""
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        return "mount namespaces need root"
    if not shutil.which("debootstrap"):
        return "debootstrap is not installed"
    if not debian_mirror():
        return f"apt has no mirror of Debian {SUITE}"
    return "" if python_prefix() else "there is no Python 3.13 to copy"


def debian_mirror() -> str:
    """Return the mirror that apt is configured with, empty when it is not one of this Debian."""
    command = ["apt-get", "indextargets", "--format", "$(CODENAME) $(COMPONENT) $(SITE)"]
    targets = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    sites = re.findall(rf"^{SUITE} main (\S+)$", targets, re.MULTILINE)
    return sites[0] if sites else ""


def python_prefix() -> Path | None:
    """Return the prefix of a Python 3.13 that can be copied."""
    installed = sorted(Path.home().glob(".pyenv/versions/3.13.*/bin/python3.13"))
    candidates = [*installed, *(Path(one) for one in [shutil.which("python3.13")] if one)]
    return next((one.resolve().parents[1] for one in candidates if one.exists()), None)


def python_base() -> Path:
    """Return the root file system that stands for `python:3.13-slim-bookworm`."""
    folder, prefix = debian_base(), python_prefix()
    if prefix is None:
        raise RuntimeError(missing())
    with_python = CACHE / "python"
    if not (with_python / "ready").exists():
        shutil.rmtree(with_python, ignore_errors=True)
        copy_tree(folder, with_python)
        _copy_python(prefix, with_python / "usr" / "local")
        (with_python / "ready").touch()
    return with_python


def debian_base() -> Path:
    """Return a minimal Debian."""
    folder = CACHE / "debian"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.parent.mkdir(parents=True, exist_ok=True)
        command = ["debootstrap", "--variant=minbase", f"--include={','.join(PACKAGES)}", SUITE, str(folder)]
        subprocess.run([*command, debian_mirror()], capture_output=True, check=True)
        (folder / "ready").touch()
    return folder


def copy_tree(source: Path, target: Path) -> None:
    """Copy a file system with owners, links and times."""
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", "--reflink=auto", str(source), str(target)], check=True)


def _copy_python(prefix: Path, local: Path) -> None:
    ignored = shutil.ignore_patterns("test", "idlelib", "*.a", "__pycache__", "site-packages")
    shutil.copytree(prefix / "lib", local / "lib", symlinks=True, dirs_exist_ok=True, ignore=ignored)
    shutil.copy2(prefix / "bin" / "python3.13", local / "bin" / "python3.13")
    packages = local / "lib" / "python3.13" / "site-packages"
    packages.mkdir(exist_ok=True)
    (local / "bin" / "python").unlink(missing_ok=True)
    (local / "bin" / "python").symlink_to("python3.13")
    chroot = ["chroot", str(local.parents[1])]
    subprocess.run([*chroot, "ldconfig"], capture_output=True, check=True)
    subprocess.run([*chroot, "python", "-m", "ensurepip", "--upgrade"], capture_output=True, check=True)
    (local / "bin" / "pip").unlink(missing_ok=True)
    (local / "bin" / "pip").symlink_to("pip3.13")
