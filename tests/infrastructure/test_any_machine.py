"""Images: built on any machine without emulation."""

import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from cdk.constructs.compute.image import INSTALLER
from tests.infrastructure.test_dockerfiles import DOCKERFILES, Instruction, arguments, instructions

ROOT = Path(__file__).resolve().parents[2]
# the GPU's image is for amd64 alone, as the machines with GPUs are; its base has no Python that could be copied
IMAGES = [file for file in DOCKERFILES if file.parent.name != "vision"]
MACHINES = {"arm64": "aarch64", "amd64": "x86_64"}
ELF_MACHINE = {"arm64": 183, "amd64": 62}
BROWSER = ROOT / "containers" / "browser"
each = pytest.mark.parametrize("file", IMAGES, ids=lambda file: file.parent.name)


def stages(instructions_: list[Instruction]) -> list[list[Instruction]]:
    starts = [n for n, (word, _) in enumerate(instructions_) if word == "FROM"]
    return [instructions_[start:end] for start, end in zip(starts, [*starts[1:], len(instructions_)], strict=True)]


def sources(instructions_: list[Instruction]) -> list[str]:
    """Return the sources of COPY instructions, without other stages."""
    copies = [rest.split() for rest in arguments(instructions_, "COPY") if not rest.startswith("--from=")]
    return [source for words in copies for source in words[:-1]]


@each
def test_commands_run_on_the_building_machine(file: Path) -> None:
    running = [stage[0][1] for stage in stages(instructions(file.read_text())) if list(arguments(stage, "RUN"))]
    assert running
    assert [first for first in running if not first.startswith("--platform=$BUILDPLATFORM ")] == []


@each
def test_the_last_stage_only_copies(file: Path) -> None:
    last = stages(instructions(file.read_text()))[-1]
    assert list(arguments(last, "RUN")) == []
    assert list(arguments(last, "COPY"))


@each
def test_copied_files_are_in_the_build_context(file: Path) -> None:
    let_in = [line[1:] for line in Path(f"{file}.dockerignore").read_text().splitlines() if line.startswith("!")]
    uploaded = (f"containers/{file.parent.name}/", INSTALLER, "layers/footy/")
    for source in sources(instructions(file.read_text())):
        paths = [path.relative_to(ROOT).as_posix() for path in ROOT.glob(source)]
        assert paths
        assert [path for path in paths if not path.startswith(tuple(let_in))] == []
        assert [path for path in paths if not path.startswith(uploaded)] == []


@each
@pytest.mark.parametrize("machine", MACHINES.values())
def test_each_library_has_a_wheel(file: Path, machine: str, tmp_path: Path) -> None:
    platform = f"{machine}-manylinux_2_28"
    assert '--python-platform "$machine-manylinux_2_28"' in file.read_text()
    command = [sys.executable, "-m", "uv", "pip", "install", "--dry-run", "--no-deps", "--only-binary", ":all:"]
    where = ["--target", str(tmp_path), "--python-version", "3.13", "--python-platform", platform]
    requirements = ["--require-hashes", "--requirement", str(file.with_name("requirements.txt"))]
    done = subprocess.run([*command, *where, *requirements], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.soak
@pytest.mark.long
@pytest.mark.parametrize("processor", MACHINES)
def test_chromium_libraries_match_the_processor(processor: str, tmp_path: Path) -> None:
    if not shutil.which("apt-get"):
        pytest.skip("no apt-get: what the image takes of Debian can only be fetched on Debian or in Docker")
    status, system = tmp_path / "status", tmp_path / "system"
    status.touch()  # an image without anything: all that is needed comes
    subprocess.run([str(BROWSER / "system.sh"), processor, str(status), str(system)], check=True)
    libraries = [path for path in system.rglob("*.so*") if path.is_file() and not path.is_symlink()]
    assert {"libnss3.so", "libasound.so.2.0.0"} <= {path.name for path in libraries}
    assert not (system / "lib").exists()
    machines = {struct.unpack_from("<H", path.read_bytes(), 18)[0] for path in libraries if _is_elf(path)}
    assert machines == {ELF_MACHINE[processor]}


def _is_elf(path: Path) -> bool:
    return path.read_bytes()[:4] == b"\x7fELF"


def test_chromium_matches_the_processor() -> None:
    text = (BROWSER / "Dockerfile").read_text()
    assert re.search(r"arm64\) machine=aarch64 chromium=arm64 ;; \*\) machine=x86_64 chromium=x64", text)
    assert 'PLAYWRIGHT_HOST_PLATFORM_OVERRIDE="debian12-$chromium"' in text
