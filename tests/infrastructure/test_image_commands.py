"""Commands of the Dockerfiles that can be run without Docker, by the programs themselves."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import playwright
import pytest
import uv

from tests.infrastructure.test_dockerfiles import ROOT, arguments, instructions

EYES = ROOT / "containers" / "eyes" / "Dockerfile"
BROWSER = ROOT / "containers" / "browser"
READELF = shutil.which("readelf") or ""
# in python:slim, by the names that Debian gives to packages of libraries
BASE_PACKAGES = {"libc6", "libm6", "libdl2", "libpthread0", "libgcc-s1", "libstdc++6"}


def commands(file: Path, beginning: str) -> Iterator[list[str]]:
    """Yield the commands of all RUN instructions that begin with some words."""
    for run in arguments(instructions(file.read_text()), "RUN"):
        yield from (shlex.split(one) for one in re.split(r"&&|;", run) if one.strip().startswith(beginning))


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """Return a folder with two installed packages."""
    for name in ("onnx", "numpy"):
        package = tmp_path / "libraries" / f"{name}-1.0.dist-info"
        package.mkdir(parents=True)
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (package / "RECORD").write_text(f"{package.name}/METADATA,,\n{package.name}/RECORD,,\n")
    return tmp_path / "libraries"


def test_eyes_image_uninstalls_packages_without_a_venv(libraries: Path) -> None:
    [uninstall] = commands(EYES, "uv pip uninstall")
    words = [str(libraries) if word == "/libraries" else word for word in uninstall[1:]]
    # the image has no virtual environment, which uv finds here by the environment or by a folder above
    environment = {"PATH": str(Path(sys.executable).resolve().parent), "HOME": str(libraries.parent)}
    done = subprocess.run(
        [uv.find_uv_bin(), *words], cwd=libraries, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert [path.name for path in libraries.glob("*.dist-info")] == ["numpy-1.0.dist-info"]


@pytest.mark.skipif(not READELF, reason="no readelf to read what a program links to")
def test_browser_image_has_all_libraries_of_playwrights_node() -> None:
    node = Path(playwright.__file__).parent / "driver" / "node"
    headers = subprocess.run([READELF, "--dynamic", str(node)], capture_output=True, text=True, check=True).stdout
    libraries = re.findall(r"NEEDED.*\[(lib[^]]+)\.so\.(\d+)]", headers)
    missing = {f"{name}{version}".replace("_", "-") for name, version in libraries} - BASE_PACKAGES
    assert missing <= set((BROWSER / "system.txt").read_text().split())
    build_stage = " ".join(word for install in commands(BROWSER / "Dockerfile", "apt-get install") for word in install)
    assert {package for package in missing if f"{package}=" not in build_stage} == set()
