"""Progress of a command as plain lines."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO


class ProgressLog:
    """Line-by-line log for the person who started the command."""

    def __init__(self, output: TextIO | None = None) -> None:
        self._output = output

    @property
    def is_terminal(self) -> bool:
        """Return whether a person can read along."""
        return (self._output or sys.stdout).isatty()

    def write(self, line: str) -> None:
        """Print one line at once, also into a pipe."""
        print(line, file=self._output, flush=True)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Print the name of a step and how long it took, once it has succeeded."""
        started = time.monotonic()
        yield
        self.write(f"ok {name} ({time.monotonic() - started:.1f} s)")
