"""Process of the browser search service (containers/browser), with its own virtual environment and a Chromium."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local import PROJECT
from local.process.chromium import find_chromium
from local.process.environment import python_of
from local.process.service import ServiceProcess

SOURCE = PROJECT / "containers" / "browser"
PYTHON_PATH = (SOURCE, PROJECT / "layers" / "footy" / "python")


@dataclass(slots=True)
class BrowserProcess(ServiceProcess):
    """One browser service; `settings` are named as in its deployment."""

    name: str = field(default="browser", init=False)
    sessions: Path
    settings: Mapping[str, str]
    environment: Path = PROJECT / ".local" / "browser"

    def start(self) -> Self:
        """Start the service; install it and a browser first where that has not happened yet."""
        self.serve([*self.command(), "--with-parent"], self.variables())
        return self

    def command(self) -> list[str]:
        """Return the command without its mode of operation."""
        python = python_of(self.environment, SOURCE / "requirements.txt", label="the browser service")
        program = find_chromium()
        command = [str(python), "-m", "searcher", "--sessions", str(self.sessions), "--chromium", str(program.path)]
        return [*command, "--chromium-environment", *(f"{name}={value}" for name, value in program.environment.items())]

    def variables(self) -> dict[str, str]:
        """Return the environment of the service."""
        settings = {f"FOOTY_{name.upper()}": value for name, value in self.settings.items()}
        paths = os.pathsep.join(map(str, PYTHON_PATH))
        return {**os.environ, **settings, "PYTHONPATH": paths, "POWERTOOLS_SERVICE_NAME": "browser"}
