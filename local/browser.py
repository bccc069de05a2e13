"""Starts and stops the service of containers/browser, in an environment of its own, on a Chromium of this machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.chromium import chromium
from local.companion import Companion
from local.environment import python_of
from local.home import PROJECT

ROOM = PROJECT / "containers" / "browser"
SOURCES = (ROOM, PROJECT / "layers" / "footy" / "python")


@dataclass(slots=True)
class BrowserServer:
    """One instance of the service; `settings` are those of its deployment, by their names in footy/settings.py."""

    home: Path
    sessions: Path
    settings: Mapping[str, str]
    first_port: int = 0
    environment: Path = PROJECT / ".local" / "browser"
    _service: Companion = field(init=False)

    def __post_init__(self) -> None:
        self._service = Companion("browser", self.home, self.first_port)

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
        """Starts it and returns when it answers; the first time it is installed, and a browser for it."""
        python = python_of(self.environment, ROOM / "requirements.txt", what="the browser service")
        found = chromium()
        command = [str(python), "-m", "searcher", "--sessions", str(self.sessions), "--chromium", str(found.program)]
        command += ["--chromium-environment", *(f"{name}={value}" for name, value in found.environment.items())]
        self._service.start(command, self._environment())
        return self

    def stop(self) -> None:
        """Ends the process by its own id."""
        self._service.stop()

    def _environment(self) -> dict[str, str]:
        said = {f"FOOTY_{name.upper()}": value for name, value in self.settings.items()}
        paths = os.pathsep.join(map(str, SOURCES))
        return {**os.environ, **said, "PYTHONPATH": paths, "POWERTOOLS_SERVICE_NAME": "browser"}
