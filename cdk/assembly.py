"""A synthesised app that is made again only when something it is made of has changed."""

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
from cdk.placeholders import in_their_places, stand_ins, tell_addresses
from cdk.settings import TargetError

SOURCES = ("app.py", "cdk.json", "cdk", "containers", "lambdas", "layers", "statemachines")
COMPLETE = "manifest.json"
HOUR = 60 * 60
DAY = 24 * HOUR
KEPT = 3
REFUSED = "footy: "


def assembly(target: str, settings: Path | None = None, *, build: Path = BUILD) -> Path:
    """The folder that `cdk deploy --app` takes, with the addresses of this settings file in it."""
    text = settings.read_text(encoding="utf-8") if settings else ""
    known = stand_ins(text)

    def compose(folder: Path) -> None:
        _synthesise(target, in_their_places(text, known), folder)

    def tell(folder: Path) -> None:
        tell_addresses(_made(build, target, in_their_places(text, known), compose), folder, known)

    build.mkdir(parents=True, exist_ok=True)
    with (build / ".assembling").open("w") as turn:
        flock(turn, LOCK_EX)  # who wants the same a moment later finds it made
        folder = _made(build, target, text, tell if known else compose)
        _forget_old(build)
    return folder


def _made(build: Path, target: str, settings: str, make: Callable[[Path], None]) -> Path:
    """One that is complete is not made again, and counts as used."""
    folder = build / f"assembly-{target}-{_key(target, settings)}"
    if not (folder / COMPLETE).exists():
        with tempfile.TemporaryDirectory(dir=build, prefix=".assembly-") as scratch:
            made = Path(scratch) / "cdk.out"
            make(made)
            shutil.rmtree(folder, ignore_errors=True)
            made.chmod(0o700)  # where there are keys among the settings, its templates have them
            made.rename(folder)
    os.utime(folder)
    return folder


def _forget_old(build: Path) -> None:
    """Each holds the layers again: a few that were used last are kept, and those that may be deployed right now."""
    by_age = sorted(build.glob("assembly-*"), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for place, folder in enumerate(by_age):
        age = time.time() - folder.stat().st_mtime
        if age > DAY or (place >= KEPT and age > HOUR):
            shutil.rmtree(folder, ignore_errors=True)


def _key(target: str, settings: str) -> str:
    decided = hashlib.sha256(repr((target, sys.version, version("aws-cdk-lib"))).encode())
    decided.update(settings.encode())
    for path in _sources():
        decided.update(str(path.relative_to(ROOT)).encode())
        decided.update(path.read_bytes())
    return decided.hexdigest()[:20]


def _sources() -> Iterator[Path]:
    for name in SOURCES:
        top = ROOT / name
        found = sorted(top.rglob("*")) if top.is_dir() else [top]
        yield from (path for path in found if path.is_file() and "__pycache__" not in path.parts)


def _synthesise(target: str, settings: str, folder: Path) -> None:
    """What `cdk synth` does, without the second that its own start takes."""
    context = json.loads((ROOT / "cdk.json").read_text(encoding="utf-8"))["context"]
    context |= {"target": target}
    if settings:
        overlay = folder.with_name("settings.json")
        overlay.write_text(settings, encoding="utf-8")
        context |= {"settings": str(overlay)}
    environment = os.environ | {"CDK_CONTEXT_JSON": json.dumps(context), "CDK_OUTDIR": str(folder)}
    command = [sys.executable, str(ROOT / "app.py")]
    done = subprocess.run(  # noqa: S603 - our own app
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if line.strip()] or ["the CDK app gave no reason"]
        refusals = [line.removeprefix(REFUSED) for line in lines if line.startswith(REFUSED)]
        raise TargetError((refusals or lines)[-1])
