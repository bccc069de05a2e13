"""A Chromium of this machine, for whoever wants one: yours, npm's pinned one on x64 Linux, or an installed one.

npm's package carries the program with its libraries and fonts as brotli files, which Node unpacks; nothing is
installed into the system, and nothing is fetched before somebody asks.
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

from local.bootstrap import hint
from local.process.errors import LocalError
from local.process.file_lock import alone_with
from local.stack.home import PROJECT

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
# the package looks for its fonts where a Lambda function would have them, and Chromium dies without any
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{home}/fonts</dir><cachedir>{home}/cache</cachedir></fontconfig>
"""
FETCH_SECONDS, LOOK_SECONDS = 600, 60
WAYS_OUT = "install chromium or Google Chrome, or set CHROMIUM to one"


@dataclass(frozen=True, slots=True)
class Chromium:
    """A program, and what its environment needs beside the caller's."""

    program: Path
    environment: dict[str, str] = field(default_factory=dict)


def chromium(environment: Mapping[str, str] = os.environ, folder: Path = FOLDER) -> Chromium:
    """One that runs here; a LocalError says why there is none."""
    if given := environment.get("CHROMIUM"):
        if not (program := shutil.which(given)):
            raise LocalError(f"CHROMIUM is {given}, which is no program")
        return _running(Chromium(Path(program)))
    try:
        return _running(_of_npm(folder))
    except LocalError:
        for name in INSTALLED:
            if program := shutil.which(name):
                return _running(Chromium(Path(program)))
        raise


def _running(found: Chromium) -> Chromium:
    """The same, once it has said its version: a program of another machine, or without its libraries, does not."""
    _run(str(found.program), "--version", seconds=LOOK_SECONDS, environment={**os.environ, **found.environment})
    return found


def _of_npm(folder: Path) -> Chromium:
    if sys.platform != "linux" or platform.machine() != "x86_64":
        raise LocalError(f"there is no Chromium on this machine: {WAYS_OUT}")
    home = folder / PACKAGE.rpartition("@")[2]
    with alone_with(folder):
        if not home.exists():
            shutil.rmtree(folder, ignore_errors=True)
            making = home.with_name("making")
            making.mkdir(parents=True)
            _fetch(making)
            making.rename(home)
        _name_fonts(home)
    return Chromium(home / "chromium", {"LD_LIBRARY_PATH": str(home / "lib"), "FONTCONFIG_PATH": str(home)})


def _name_fonts(home: Path) -> None:
    """Says where they are, which is elsewhere when the checkout was moved."""
    file, told = home / "fonts.conf", FONTS.format(home=escape(str(home)))
    if not file.exists() or file.read_text(encoding="utf-8") != told:
        file.write_text(told, encoding="utf-8")


def _fetch(home: Path) -> None:
    """Half of it, left by whatever interrupts this, is never taken for the whole: the folder is renamed at the end."""
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
    """Nothing outside of the folder; the first of Python 3.11, which Debian has, know no such limit."""
    with tarfile.open(archive) as files:
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)  # noqa: S202 - its digest was checked


def _check(archive: Path) -> None:
    with archive.open("rb") as file:
        digest = base64.b64encode(hashlib.file_digest(file, "sha512").digest()).decode()
    if f"sha512-{digest}" != INTEGRITY:
        raise LocalError(f"what npm gave for {PACKAGE} is not what it should be")


def _run(*command: str, seconds: float = FETCH_SECONDS, environment: Mapping[str, str] | None = None) -> str:
    what = Path(command[0]).name
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds, env=environment)
    except OSError as missing:
        raise LocalError(f"there is no Chromium, for {what} does not run ({missing.strerror}): {WAYS_OUT}") from missing
    except subprocess.TimeoutExpired as slow:
        raise LocalError(f"there is no Chromium, for {what} has said nothing in {seconds:.0f} s: {WAYS_OUT}") from slow
    if done.returncode:
        said = hint(done.stderr or done.stdout) or "no reason given"  # of npm it is JSON, over several lines
        raise LocalError(f"there is no Chromium, for {what} failed ({said}): {WAYS_OUT}")
    return done.stdout
