"""Starts and stops the CPU vision service of containers/eyes, in an environment of its own."""

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.companion import Companion
from local.environment import python_of
from local.home import PROJECT
from local.networks import ROOM, lite2

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
        command = [str(python), "-m", "eyes", "--model", str(lite2(python, self.environment, ROOM))]
        self._service.start(command, _environment())
        return self

    def stop(self) -> None:
        """Ends the process by its own id."""
        self._service.stop()


def _environment() -> dict[str, str]:
    return {**os.environ, **THRIFTY, "PYTHONPATH": str(ROOM)}
