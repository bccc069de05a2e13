"""Handlers start with nothing but their layers."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from cdk.packages import LAYERS, ROOT, Libraries
from cdk.settings import Target
from tests.infrastructure.test_functions import DECLARED
from tests.support.late_imports import of_late, of_ports
from tests.support.templates import context

# -I and -S leave the interpreter with its standard library
START = (
    "import sys; sys.path[:0] = sys.argv[2:]; import handler; assert callable(handler.handle); "
    "[__import__(name) for name in sys.argv[1].split()]"
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The layers of the emulator's functions, for this machine's Python, as Lambda unpacks them."""
    libraries = Libraries.of(Target.read(context("local").get))
    folders = {"footy": LAYERS / "footy" / "python"}
    for name in ("deps", "numpy", "images"):
        folder = tmp_path_factory.mktemp(name)
        with zipfile.ZipFile(libraries.layer(name).archive) as content:
            content.extractall(folder)
        folders[name] = folder / "python"
    return folders


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_handler_starts_with_its_layers_alone(unpacked: dict[str, Path], name: str) -> None:
    path = [ROOT / "lambdas" / name, *(unpacked[layer] for layer in ("footy", *DECLARED[name].layers))]
    modules = " ".join([*of_ports(name), *of_late(name)])
    command = [sys.executable, "-I", "-S", "-B", "-c", START, modules, *map(str, path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
