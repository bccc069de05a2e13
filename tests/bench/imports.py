"""What a cold start costs before a function's first line: its imports and its ports', from the packed layers."""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from cdk.constructs.webhooks import WEBHOOKS
from cdk.downloads import FUNCTIONS as DOWNLOAD
from cdk.goals import CAPACITY, GOAL, INGEST, MONITOR
from cdk.images import FUNCTIONS as IMAGES
from cdk.packages import ROOT, Libraries
from cdk.page import PAGE
from cdk.settings import Target
from tests.bench.line import Line
from tests.infrastructure.templates import context
from tests.ports import of_ports

DECLARED = {**DOWNLOAD, **GOAL, **INGEST, **MONITOR, **PAGE, **IMAGES, **CAPACITY, **WEBHOOKS}
AFFORDABLE_SECONDS = 0.4
TRIES = 5
# -I and -S leave the interpreter with its standard library; -B, as the folders of a function cannot be written to
COLD = (
    "import sys, time; sys.path[:0] = sys.argv[2:]; began = time.process_time(); import handler; "
    "[__import__(name) for name in sys.argv[1].split()]; print(time.process_time() - began)"
)


def measure() -> list[Line]:
    """Every function in a fresh interpreter, the best of some tries."""
    with tempfile.TemporaryDirectory() as folder:
        layers = _unpacked(Path(folder), sorted({name for uses in DECLARED.values() for name in uses.layers}))
        return [
            _line(name, [layers[layer] for layer in ("footy", *DECLARED[name].layers)]) for name in sorted(DECLARED)
        ]


def _unpacked(folder: Path, names: list[str]) -> dict[str, Path]:
    """The layers as Lambda unpacks them, all with their bytecode: for this machine's Python and processor."""
    libraries = Libraries.of(Target.read(context("local").get))
    for name in ("footy", *names):
        packed = libraries.package(name) if name == "footy" else libraries.layer(name)
        with zipfile.ZipFile(packed.archive) as content:
            content.extractall(folder / name)
    return {name: folder / name / "python" for name in ("footy", *names)}


def _line(name: str, layers: list[Path]) -> Line:
    seconds = min(_cold(of_ports(name), [ROOT / "lambdas" / name, *layers]) for _ in range(TRIES))
    return Line(
        work=f"cold import of {name}",
        measured=f"{1000 * seconds:.0f} ms",
        target=f"<= {1000 * AFFORDABLE_SECONDS:.0f} ms",
        holds=seconds <= AFFORDABLE_SECONDS,
        facts={"cpu_seconds": seconds},
    )


def _cold(ports: list[str], path: list[Path]) -> float:
    command = [sys.executable, "-I", "-S", "-B", "-c", COLD, " ".join(ports), *map(str, path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
