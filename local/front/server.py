"""Starts and stops the front of a stack, as a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from local.errors import LocalError
from local.home import PROJECT, Home
from local.patience import START_SECONDS, STOP_SECONDS
from local.processes import ending_of


@dataclass(slots=True)
class FrontServer:
    """One front; it is there before what it leads to, because functions are told its address."""

    home: Home
    port: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        """Where people look."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""
        return ending_of(self._process)

    def start(self) -> Self:
        """Starts it on the port it had before, where that is free, and returns when it listens."""
        again = self._process is not None
        port_file = self.home.logs / "front.port"
        port_file.unlink(missing_ok=True)
        command = [sys.executable, "-m", "local.front", "--port", str(self.port or self.home.port_of("front"))]
        command += ["--port-file", str(port_file), "--origins", str(self.home.origins)]
        paths = os.pathsep.join([str(PROJECT), str(PROJECT / "layers" / "footy" / "python")])
        with (self.home.logs / "front.log").open("ab") as log:
            self._process = subprocess.Popen(
                command, cwd=PROJECT, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": paths}
            )
        deadline = time.monotonic() + START_SECONDS
        while not port_file.exists():
            if time.monotonic() > deadline or self._process.poll() is not None:
                self.stop()
                raise LocalError(f"the page's server did not start: see {self.home.logs / 'front.log'}")
            time.sleep(0.05)
        port: int = json.loads(port_file.read_text())["front"]
        if again and port != self.port:
            self.stop()
            raise LocalError("the port of the page has been taken by somebody else")
        self.port = port
        self.home.note_port("front", port)
        return self

    def lead_to(self, origins: Mapping[str, str]) -> None:
        """Tells it where answers come from, once they are deployed."""
        draft = self.home.origins.with_suffix(".draft")
        draft.write_text(json.dumps(dict(origins)))
        draft.replace(self.home.origins)

    def stop(self) -> None:
        """Ends the process by its own id."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
