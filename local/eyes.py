"""Starts and stops the CPU vision service of containers/eyes, in an environment of its own."""

import hashlib
import os
import socket
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from local.environment import python_of
from local.errors import LocalError
from local.home import PROJECT
from local.patience import START_SECONDS, STOP_SECONDS
from local.processes import ending_of
from local.turns import alone_with

ROOM = PROJECT / "containers" / "eyes"
# a network's memory goes back to the system after each picture instead of staying in pieces: 160 MB instead of 420
THRIFTY = {"MALLOC_MMAP_THRESHOLD_": "65536", "MALLOC_TRIM_THRESHOLD_": "65536"}


@dataclass(slots=True)
class EyesServer:
    """One vision service; `home` keeps its log and its port."""

    home: Path
    environment: Path = PROJECT / ".local" / "eyes"
    port: int = 0
    _process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    @property
    def url(self) -> str:
        """Where it answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process and self._process.poll() is None else None

    @property
    def ending(self) -> str | None:
        """How it ended, when nobody stopped it."""
        return ending_of(self._process)

    def start(self) -> Self:
        """Starts it and returns when it answers; the first time it is installed.

        On the port it is given, when that is free; and again always on the port it had, which functions know by now.
        """
        if self._process is None and not _is_free(self.port):
            self.port = 0
        python = python_of(self.environment, ROOM / "requirements.txt", what="the vision service")
        model = self._model(python)
        port_file = self.home / "eyes.port"
        port_file.unlink(missing_ok=True)
        command = [str(python), "-m", "eyes", "--model", str(model), "--port", str(self.port)]
        command += ["--port-file", str(port_file), "--with-parent"]
        with (self.home / "eyes.log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=_environment())
        self.port = self._wait_for(port_file, self._process)
        return self

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

    def _model(self, python: Path) -> Path:
        """The classifier's file, made anew when what draws it has changed."""
        drawn_by = b"".join((ROOM / "eyes" / name).read_bytes() for name in ("graph.py", "weights.py"))
        model = self.environment / f"lite2-{hashlib.sha256(drawn_by).hexdigest()[:12]}.onnx"
        with alone_with(self.environment):
            if not model.exists():
                command = [str(python), "-m", "eyes.prepare", str(model)]
                done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
                if done.returncode:
                    raise LocalError(f"the vision model cannot be made: {done.stderr.strip().splitlines()[-1]}")
        return model

    def _wait_for(self, port_file: Path, process: subprocess.Popen[bytes]) -> int:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if port_file.exists():
                return int(port_file.read_text())
            time.sleep(0.05)
        self.stop()
        raise LocalError(f"the vision service did not start: see {self.home / 'eyes.log'}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex(("127.0.0.1", port)) != 0


def _environment() -> dict[str, str]:
    return {**os.environ, **THRIFTY, "PYTHONPATH": str(ROOM)}
