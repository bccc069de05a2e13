"""Cached cloud assemblies: the app is synthesised again only when its sources have changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from fcntl import LOCK_EX, flock
from importlib.metadata import version
from pathlib import Path

from cdk.packages import BUILD, ROOT
from cdk.placeholders import fill_in, placeholders, with_placeholders
from cdk.settings import TargetError

SOURCES = ("app.py", "cdk.json", "cdk", "containers", "lambdas", "layers", "statemachines")
COMPLETE = "manifest.json"
HOUR = 60 * 60
DAY = 24 * HOUR
RETAINED = 3
REFUSAL = "footy: "


def assembly(target: str, settings: Path | None = None, *, build: Path = BUILD) -> Path:
    """Return the folder for `cdk deploy --app`, synthesised with this settings file."""
    text = settings.read_text(encoding="utf-8") if settings else ""
    by_address = placeholders(text)
    template = with_placeholders(text, by_address)

    def synthesise(folder: Path) -> None:
        _synthesise(target, template, folder)

    def fill(folder: Path) -> None:
        fill_in(_cached(build, target, template, synthesise), folder, by_address)

    build.mkdir(parents=True, exist_ok=True)
    with (build / ".assembling").open("w") as lock:
        flock(lock, LOCK_EX)  # a parallel caller finds the result in the cache
        folder = _cached(build, target, text, fill if by_address else synthesise)
        _delete_old(build)
    return folder


def _cached(build: Path, target: str, settings: str, make: Callable[[Path], None]) -> Path:
    """Return the folder from the cache, made on the first call, and mark it as used."""
    folder = build / f"assembly-{target}-{_key(target, settings)}"
    if not (folder / COMPLETE).exists():
        with tempfile.TemporaryDirectory(dir=build, prefix=".assembly-") as scratch:
            result = Path(scratch) / "cdk.out"
            make(result)
            shutil.rmtree(folder, ignore_errors=True)
            result.chmod(0o700)  # templates contain the keys of the settings
            result.rename(folder)
    os.utime(folder)
    return folder


def _delete_old(build: Path) -> None:
    """Delete all but the last used assemblies; one that is younger than an hour may be in deployment."""
    by_age = sorted(build.glob("assembly-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for position, folder in enumerate(by_age):
        age = time.time() - folder.stat().st_mtime
        if age > DAY or (position >= RETAINED and age > HOUR):
            shutil.rmtree(folder, ignore_errors=True)


def _key(target: str, settings: str) -> str:
    digest = hashlib.sha256(repr((target, sys.version, version("aws-cdk-lib"))).encode())
    digest.update(settings.encode())
    for path in _sources():
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:20]


def _sources() -> Iterator[Path]:
    for name in SOURCES:
        top = ROOT / name
        paths = sorted(top.rglob("*")) if top.is_dir() else [top]
        yield from (path for path in paths if path.is_file() and "__pycache__" not in path.parts)


def _synthesise(target: str, settings: str, folder: Path) -> None:
    """Do what `cdk synth` does, without the second that the CLI takes to start."""
    context = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    context |= {"target": target}
    if settings:
        overlay = folder.with_name("settings.json")
        overlay.write_text(settings, encoding="utf-8")
        context |= {"settings": str(overlay)}
    environment = os.environ | {"CDK_CONTEXT_JSON": json.dumps(context), "CDK_OUTDIR": str(folder)}
    command = [sys.executable, str(ROOT / "app.py")]
    process = subprocess.run(  # noqa: S603 - our own app
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if process.returncode:
        lines = [line for line in process.stderr.splitlines() if line.strip()] or ["the CDK app printed no reason"]
        refusals = [line.removeprefix(REFUSAL) for line in lines if line.startswith(REFUSAL)]
        raise TargetError((refusals or lines)[-1])
