"""Built images, each built once for a state of its sources."""

import functools
import hashlib
import pickle
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from cdk.packages import ROOT
from tests.images.base import CACHE, debian_base, missing, python_base
from tests.images.browser_downloads import chromium_downloads
from tests.images.dockerfile import read_stages
from tests.images.rootfs import Builder, Image, configured

Built = Callable[[str], Image]
SHARED = ("layers/footy/python", "containers/clips/installer.txt", "tests/images")


@pytest.fixture(scope="session")
def built() -> Built:
    """Return a function that builds an image, unless it was built from the same sources before."""
    if reason := missing():
        pytest.skip(f"images cannot be built here: {reason}")
    return functools.cache(_image)


def _image(name: str) -> Image:
    record = CACHE / f"{name}-{_digest(name)}"
    if not record.exists():
        for earlier in CACHE.glob(f"{name}-*"):
            earlier.unlink()
        record.write_bytes(pickle.dumps(_build(name)))
    image: Image = pickle.loads(record.read_bytes())  # noqa: S301 - written by this function
    return image


def _build(name: str) -> Image:
    dockerfile, folder = ROOT / "containers" / name / "Dockerfile", CACHE / name
    if _docker():
        shutil.rmtree(folder, ignore_errors=True)
        command = ["docker", "build", "--file", str(dockerfile), "--output", f"type=local,dest={folder}", str(ROOT)]
        subprocess.run(command, check=True)
        return configured(read_stages(dockerfile)[-1], Image(folder))
    with chromium_downloads() as variables:
        return Builder(ROOT, folder, _base, extra=variables).build(dockerfile)


def _docker() -> bool:
    """Return whether a Docker engine answers."""
    program = shutil.which("docker")
    return program is not None and subprocess.run([program, "info"], capture_output=True, check=False).returncode == 0


def _base(source: str) -> Path:
    """Return the stand-in of a base image: Debian with Python, or Debian alone for an image of another maker."""
    return python_base() if "python:" in source else debian_base()


def _digest(name: str) -> str:
    digest = hashlib.sha256()
    for folder in (f"containers/{name}", *SHARED):
        for file in sorted(path for path in _files(ROOT / folder) if "__pycache__" not in path.parts):
            digest.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()[:20]


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [one for one in path.rglob("*") if one.is_file()]
