"""Zip files of libraries for Lambda layers, built once per content and without Docker."""

import compileall
import hashlib
import os
import py_compile
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cdk.settings import Target, TargetError

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / ".build"
LAYERS = ROOT / "layers"
WHEELS = {"arm64": "aarch64-manylinux_2_28", "x86_64": "x86_64-manylinux_2_28"}
EPOCH = (1980, 1, 1, 0, 0, 0)
LAYER_PATH = "/opt/python"  # where Lambda extracts layers
COMPILER = Path(__file__).with_name("compile.mjs")
# how Node reports an import that npm has not installed
NOT_INSTALLED = re.compile(r"Cannot find package '([^']+)'")
NOT_NEEDED = ("bin", "tests", "**/tests", "**/*.pyi", "**/*.h", "**/*.a", "**/__pycache__", "*.dist-info/RECORD")
# botocore has data of all AWS services; functions on the emulator use these
SERVICES = frozenset({"ecs", "s3", "secretsmanager", "sqs", "ssm", "stepfunctions", "sts"})


@dataclass(frozen=True, slots=True)
class Library:
    """Archive of one layer."""

    archive: Path
    key: str
    unzipped: int


@dataclass(frozen=True, slots=True)
class Libraries:
    """Layers of one target: cached zip files, each named by the hash of its sources."""

    python: str
    architecture: str
    emulator: bool
    build: Path = BUILD

    @classmethod
    def of(cls, target: Target, build: Path = BUILD) -> "Libraries":
        """Return the layers of a target."""
        return cls(target.python, target.architecture, target.emulator, build)

    def layer(self, name: str) -> Library:
        """Build the libraries of layers/NAME; for the emulator, with those of the AWS runtime."""
        sources = [name, "runtime"] if self.emulator and name == "deps" else [name]
        requirements = [LAYERS / source / "requirements.txt" for source in sources]
        if missing := [str(path.relative_to(ROOT)) for path in requirements if not path.is_file()]:
            raise TargetError(f"{', '.join(missing)} is missing. Run make lock.")
        key = self._key(requirements)
        archive = self.build / f"{name}-{key}.zip"
        if not archive.exists():
            self._build(archive, lambda tree: self._install(requirements, tree))
        return read(archive, key)

    def package(self, name: str) -> Library:
        """Build our package of layers/NAME with its bytecode."""
        source = LAYERS / name / "python"
        key = self._key([path for path in _files(source) if path.suffix == ".py"])
        archive = self.build / f"{name}-{key}.zip"
        if not archive.exists():
            ignore = shutil.ignore_patterns("__pycache__")
            self._build(archive, lambda tree: shutil.copytree(source, tree, ignore=ignore))
        return read(archive, key)

    @property
    def compiled_here(self) -> bool:
        """True when this Python can compile for the functions, which needs the same version."""
        return self.python == f"{sys.version_info.major}.{sys.version_info.minor}"

    def _key(self, sources: Sequence[Path]) -> str:
        digest = hashlib.sha256(Path(__file__).read_bytes() + COMPILER.read_bytes())
        for path in sources:
            digest.update(path.name.encode() + path.read_bytes())
        digest.update(repr((self.python, self._platform(), self.compiled_here and sys.version)).encode())
        return digest.hexdigest()[:20]

    def _platform(self) -> str:
        return sysconfig.get_platform() if self.emulator else WHEELS[self.architecture]

    def _build(self, archive: Path, fill: Callable[[Path], object]) -> None:
        """Build in a temporary folder and rename, so that parallel builds of one key are safe."""
        self.build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.build, prefix=".layer-") as scratch:
            tree = Path(scratch) / "content" / "python"
            fill(tree)
            _trim(tree)
            self._compile(tree)
            pack(tree.parent, Path(scratch) / "layer.zip").replace(archive)

    def _install(self, requirements: list[Path], tree: Path) -> None:
        command = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--target", str(tree), "--python", sys.executable]
        if not self.emulator:
            command += ["--python-version", self.python, "--python-platform", self._platform()]
        for path in requirements:
            command += ["-r", str(path)]
        process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own arguments
        if process.returncode:
            names = ", ".join(str(path.relative_to(ROOT)) for path in requirements)
            raise TargetError(f"{names} cannot be installed: {_one_line(process.stderr)}")

    def _compile(self, tree: Path) -> None:
        """Compile to unchecked bytecode, which has no time stamp, so that equal sources give equal zips."""
        if self.compiled_here:
            unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
            compileall.compile_dir(
                tree, quiet=2, stripdir=str(tree), prependdir=LAYER_PATH, invalidation_mode=unchecked
            )
            return
        command = ["node", str(COMPILER), str(tree), LAYER_PATH, self.python]
        process = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own script
        if missing := NOT_INSTALLED.search(process.stderr):
            raise TargetError(f"the npm package {missing[1]} is missing. Run npm ci.")
        if process.returncode:
            reason = (process.stderr.strip().splitlines() or ["node gave no reason"])[-1]
            raise TargetError(f"no bytecode for Python {self.python}: {reason}")


def _one_line(text: str) -> str:
    """Join the lines of an error of uv, without its frame."""
    return " ".join(text.translate(dict.fromkeys(map(ord, "╰─▶│×"))).split()) or "uv gave no reason"


def _trim(tree: Path) -> None:
    for pattern in NOT_NEEDED:
        for path in list(tree.glob(pattern)):
            _remove(path)
    for service in (tree / "botocore" / "data").glob("*/"):
        if service.name not in SERVICES:
            _remove(service)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink()


def read(archive: Path, key: str) -> Library:
    """Return an archive with its unzipped size."""
    with zipfile.ZipFile(archive) as content:
        return Library(archive, key, sum(entry.file_size for entry in content.infolist()))


def pack(tree: Path, archive: Path) -> Path:
    """Zip a folder; equal files give equal zips."""
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as content:
        for path in _files(tree):
            entry = zipfile.ZipInfo(str(path.relative_to(tree)), EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if os.access(path, os.X_OK) else 0o644) << 16
            content.writestr(entry, path.read_bytes())
    return archive


def _files(tree: Path) -> Iterator[Path]:
    return (path for path in sorted(tree.rglob("*")) if path.is_file())
