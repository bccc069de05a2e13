"""Process of the front: one address for the page, the API and the clips."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local import PROJECT
from local.process.service import ServiceProcess

PATHS = os.pathsep.join([str(PROJECT), str(PROJECT / "layers" / "footy" / "python")])


@dataclass(slots=True)
class FrontProcess(ServiceProcess):
    """One front; it starts before its `origins` are deployed, because functions need its address."""

    name: str = field(default="front", init=False)
    origins: Path

    def start(self) -> Self:
        """Start the front and return when it listens."""
        command = [sys.executable, "-m", "local.front", "--origins", str(self.origins)]
        self.serve(command, {**os.environ, "PYTHONPATH": PATHS})
        return self

    def set_origins(self, origins: Mapping[str, str]) -> None:
        """Write the addresses of the origins, once they are deployed."""
        draft = self.origins.with_suffix(".draft")
        draft.write_text(json.dumps(dict(origins)))
        draft.replace(self.origins)
