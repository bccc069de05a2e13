"""The service of containers/browser, in an environment of its own, on a Chromium of this machine."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.process.chromium import chromium
from local.process.environment import python_of
from local.process.service import Companion
from local.stack.home import PROJECT

ROOM = PROJECT / "containers" / "browser"
SOURCES = (ROOM, PROJECT / "layers" / "footy" / "python")


@dataclass(slots=True)
class BrowserServer(Companion):
    """One instance of the service; `settings` are those of its deployment, by name."""

    name: str = field(default="browser", init=False)
    sessions: Path
    settings: Mapping[str, str]
    environment: Path = PROJECT / ".local" / "browser"

    def start(self) -> Self:
        """Starts it and returns when it answers; the first time it is installed, and a browser for it."""
        self.launch([*self.command(), "--with-parent"], self.variables())
        return self

    def command(self) -> list[str]:
        """What is run, with the same sessions and the same browser whatever it is to do."""
        python = python_of(self.environment, ROOM / "requirements.txt", what="the browser service")
        found = chromium()
        command = [str(python), "-m", "searcher", "--sessions", str(self.sessions), "--chromium", str(found.program)]
        return [*command, "--chromium-environment", *(f"{name}={value}" for name, value in found.environment.items())]

    def variables(self) -> dict[str, str]:
        """What the service finds in its environment."""
        said = {f"FOOTY_{name.upper()}": value for name, value in self.settings.items()}
        paths = os.pathsep.join(map(str, SOURCES))
        return {**os.environ, **said, "PYTHONPATH": paths, "POWERTOOLS_SERVICE_NAME": "browser"}
