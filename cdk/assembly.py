"""A synthesised app that is made again only when something it is made of has changed."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

from cdk.packages import BUILD, ROOT
from cdk.settings import TargetError

SOURCES = ("app.py", "cdk.json", "cdk", "containers", "lambdas", "layers", "statemachines")
COMPLETE = "manifest.json"
HOUR = 60 * 60
DAY = 24 * HOUR
KEPT = 3
REFUSED = "footy: "


def assembly(target: str, settings: Path | None = None, *, build: Path = BUILD) -> Path:
    """The folder that `cdk deploy --app` takes, with the addresses of this settings file in it."""
    folder = build / f"assembly-{target}-{_key(target, settings)}"
    if not (folder / COMPLETE).exists():
        build.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=build, prefix=".assembly-") as scratch:
            made = Path(scratch) / "cdk.out"
            _synthesise(target, settings, made)
            shutil.rmtree(folder, ignore_errors=True)
            made.rename(folder)
        _forget_old(build)
    os.utime(folder)
    return folder


def _forget_old(build: Path) -> None:
    """Each holds the layers again: a few that were used last are kept, and those that may be deployed right now."""
    by_age = sorted(build.glob("assembly-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for place, folder in enumerate(by_age):
        age = time.time() - folder.stat().st_mtime
        if age > DAY or (place >= KEPT and age > HOUR):
            shutil.rmtree(folder, ignore_errors=True)


def _key(target: str, settings: Path | None) -> str:
    decided = hashlib.sha256(repr((target, sys.version, version("aws-cdk-lib"))).encode())
    decided.update(settings.read_bytes() if settings else b"")
    for path in _sources():
        decided.update(str(path.relative_to(ROOT)).encode())
        decided.update(path.read_bytes())
    return decided.hexdigest()[:20]


def _sources() -> Iterator[Path]:
    for name in SOURCES:
        top = ROOT / name
        found = sorted(top.rglob("*")) if top.is_dir() else [top]
        yield from (path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _synthesise(target: str, settings: Path | None, folder: Path) -> None:
    """What `cdk synth` does, without the second that its own start takes."""
    context = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    context |= {"target": target} | ({"settings": str(settings.resolve())} if settings else {})
    environment = os.environ | {"CDK_CONTEXT_JSON": json.dumps(context), "CDK_OUTDIR": str(folder)}
    command = [sys.executable, str(ROOT / "app.py")]
    done = subprocess.run(  # noqa: S603 - our own app
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["the CDK app gave no reason"]
        refusals = [line.removeprefix(REFUSED) for line in lines if line.startswith(REFUSED)]
        raise TargetError((refusals or lines)[-1])
