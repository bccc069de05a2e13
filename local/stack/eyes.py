"""Process of the CPU vision service (containers/eyes) in its virtual environment."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local import PROJECT
from local.process.environment import python_of
from local.process.service import ServiceProcess
from local.stack.classifier_model import SOURCE, build_lite2

# a network's memory returns to the system after each picture instead of staying fragmented: 160 MB instead of 420
MALLOC = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}


@dataclass(slots=True)
class EyesProcess(ServiceProcess):
    """One vision service."""

    name: str = field(default="eyes", init=False)
    environment: Path = PROJECT / ".local" / "eyes"

    def start(self) -> Self:
        """Start the service; install it first where that has not happened yet."""
        python = python_of(self.environment, SOURCE / "requirements.txt", label="the vision service")
        model = build_lite2(python, self.environment, SOURCE)
        command = [str(python), "-m", "eyes", "--with-parent", "--model", str(model)]
        self.serve(command, {**os.environ, **MALLOC, "PYTHONPATH": str(SOURCE)})
        return self
