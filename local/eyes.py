"""Starts and stops the CPU vision service of containers/eyes, in an environment of its own."""

import hashlib
import os
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.companion import Companion
from local.environment import python_of
from local.errors import LocalError
from local.home import PROJECT
from local.turns import alone_with

ROOM = PROJECT / "containers" / "eyes"
# a network's memory goes back to the system after each picture instead of staying in pieces: 160 MB instead of 420
THRIFTY = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}


@dataclass(slots=True)
class EyesServer:
    """One vision service; `home` keeps its log and its port."""

    home: Path
    first_port: int = 0
    environment: Path = PROJECT / ".local" / "eyes"
    _service: Companion = field(init=False)

    def __post_init__(self) -> None:
        self._service = Companion("eyes", self.home, self.first_port)

    @property
    def port(self) -> int:
        return self._service.port

    @property
    def url(self) -> str:
        """Where it answers."""
        return self._service.url

    @property
    def pid(self) -> int | None:
        return self._service.pid

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""
        return self._service.ending

    def start(self) -> Self:
        """Starts it and returns when it answers; the first time it is installed."""
        python = python_of(self.environment, ROOM / "requirements.txt", what="the vision service")
        command = [str(python), "-m", "eyes", "--model", str(self._model(python))]
        self._service.start(command, _environment())
        return self

    def stop(self) -> None:
        """Ends the process by its own id."""
        self._service.stop()

    def _model(self, python: Path) -> Path:
        """The classifier's file, made anew when what draws it has changed."""
        drawn_by = b"".join((ROOM / "eyes" / name).read_bytes() for name in ("graph.py", "weights.py"))
        model = self.environment / f"lite2-{hashlib.sha256(drawn_by).hexdigest()[:12]}.onnx"
        with alone_with(self.environment):
            if not model.exists():
                command = [str(python), "-m", "eyes.prepare", str(model)]
                done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
                if done.returncode:
                    raise LocalError(f"the vision model cannot be made: {done.stderr.strip().splitlines()[-1]}")
        return model


def _environment() -> dict[str, str]:
    return {**os.environ, **THRIFTY, "PYTHONPATH": str(ROOM)}
