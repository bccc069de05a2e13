"""Import time of each function and its adapters at a cold start, from the packed layers.

The layers are those of prod, for the processor of this machine, run by the Python version of prod with the libraries
of the Lambda runtime. Without such a Python, or not on Linux, the layers of the emulator are measured instead.
"""

import shutil
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass, replace
from pathlib import Path

from bench.result import Result
from cdk.constructs.compute.webhooks import WEBHOOKS
from cdk.packages import ROOT, Libraries
from cdk.settings import Target
from cdk.stacks.downloads import FUNCTIONS as DOWNLOAD
from cdk.stacks.goals import CAPACITY, GOAL, INGEST, MONITOR
from cdk.stacks.images import FUNCTIONS as IMAGES
from cdk.stacks.page import PAGE
from tests.support.late_imports import of_ports
from tests.support.templates import context

DECLARED = {**DOWNLOAD, **GOAL, **INGEST, **MONITOR, **PAGE, **IMAGES, **CAPACITY, **WEBHOOKS}
AFFORDABLE_SECONDS = 0.4
TRIES = 5
# -I and -S leave the interpreter with its standard library; -B, as the folders of a function cannot be written to
COLD = (
    "import sys, time; sys.path[:0] = sys.argv[2:]; began = time.process_time(); import handler; "
    "[__import__(name) for name in sys.argv[1].split()]; print(time.process_time() - began)"
)


@dataclass(frozen=True, slots=True)
class Runtime:
    """Python interpreter, the layers for it, and the layers that every function has."""

    python: str
    libraries: Libraries
    common_layers: tuple[str, ...]
    words: str


def measure() -> list[Result]:
    """Measure each function in a fresh interpreter and return the fastest of several runs."""
    runtime = _runtime()
    declared = {name for uses in DECLARED.values() for name in uses.layers}
    with tempfile.TemporaryDirectory() as folder:
        layers = _unpacked(Path(folder), sorted({*declared, *runtime.common_layers}), runtime.libraries)
        return [
            _line(name, [layers[layer] for layer in ("footy", *DECLARED[name].layers, *runtime.common_layers)], runtime)
            for name in sorted(DECLARED)
        ]


def _python(version: str) -> str | None:
    """Return a Python of that version, from the PATH or pyenv."""
    installed = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return shutil.which(f"python{version}") or next(map(str, installed), None)


def _runtime() -> Runtime:
    prod, local = (Target.read(context(name).get) for name in ("prod", "local"))
    if sys.platform == "linux" and (python := _python(prod.python)):
        libraries = replace(Libraries.of(prod), architecture=local.architecture)
        return Runtime(python, libraries, ("runtime",), f"Python {prod.python}, as packed for prod")
    return Runtime(sys.executable, Libraries.of(local), (), f"Python {local.python}, not prod's {prod.python}")


def _unpacked(folder: Path, names: list[str], libraries: Libraries) -> dict[str, Path]:
    """Unpack the layers as Lambda does."""
    for name in ("footy", *names):
        packed = libraries.package(name) if name == "footy" else libraries.layer(name)
        with zipfile.ZipFile(packed.archive) as content:
            content.extractall(folder / name)
    return {name: folder / name / "python" for name in ("footy", *names)}


def _line(name: str, layers: list[Path], runtime: Runtime) -> Result:
    path = [ROOT / "lambdas" / name, *layers]
    seconds = min(_cold(runtime.python, of_ports(name), path) for _ in range(TRIES))
    return Result(
        work=f"cold import of {name}",
        measured=f"{1000 * seconds:.0f} ms ({runtime.words})",
        target=f"<= {1000 * AFFORDABLE_SECONDS:.0f} ms",
        holds=seconds <= AFFORDABLE_SECONDS,
        facts={"cpu_seconds": seconds},
    )


def _cold(python: str, ports: list[str], path: list[Path]) -> float:
    command = [python, "-I", "-S", "-B", "-c", COLD, " ".join(ports), *map(str, path)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
