"""The CPU vision service of containers/eyes, in an environment of its own."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.process.environment import python_of
from local.process.service import Companion
from local.stack.classifier_model import ROOM, lite2
from local.stack.home import PROJECT

# a network's memory goes back to the system after each picture instead of staying in pieces: 160 MB instead of 420
THRIFTY = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}


@dataclass(slots=True)
class EyesServer(Companion):
    """One vision service."""

    name: str = field(default="eyes", init=False)
    environment: Path = PROJECT / ".local" / "eyes"

    def start(self) -> Self:
        """Starts it and returns when it answers; the first time it is installed."""
        python = python_of(self.environment, ROOM / "requirements.txt", what="the vision service")
        command = [str(python), "-m", "eyes", "--with-parent"]
        command += ["--model", str(lite2(python, self.environment, ROOM))]
        self.launch(command, {**os.environ, **THRIFTY, "PYTHONPATH": str(ROOM)})
        return self
