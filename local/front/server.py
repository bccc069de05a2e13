"""The front of a stack, as a process of its own."""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.process.service import Companion
from local.stack.home import PROJECT

PATHS = os.pathsep.join([str(PROJECT), str(PROJECT / "layers" / "footy" / "python")])


@dataclass(slots=True)
class FrontServer(Companion):
    """One front; it is there before what it leads to (`origins`), because functions are told its address."""

    name: str = field(default="front", init=False)
    origins: Path

    def start(self) -> Self:
        """Starts it and returns when it listens."""
        command = [sys.executable, "-m", "local.front", "--origins", str(self.origins)]
        self.launch(command, {**os.environ, "PYTHONPATH": PATHS})
        return self

    def lead_to(self, origins: Mapping[str, str]) -> None:
        """Tells it where answers come from, once they are deployed."""
        draft = self.origins.with_suffix(".draft")
        draft.write_text(json.dumps(dict(origins)))
        draft.replace(self.origins)
