"""One service beside the stack that tells its port in a file: started, waited for, ended."""

import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from local.process.errors import LocalError
from local.process.processes import ending_of
from local.process.timeouts import START_SECONDS, STOP_SECONDS


@dataclass(slots=True)
class Companion:
    """A process named `name`, whose log and port are kept in `home`."""

    name: str
    home: Path
    port: int = field(default=0, kw_only=True)
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

    def launch(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Starts it and returns when it answers; the command sees to it that it ends with this process.

        On the port it is given, when that is free; and again always on the port it had, which functions know by now.
        """
        again = self._process is not None
        if not again and not _is_free(self.port):
            self.port = 0
        port_file = self.home / f"{self.name}.port"
        port_file.unlink(missing_ok=True)
        whole = [*command, "--port", str(self.port), "--port-file", str(port_file)]
        with (self.home / f"{self.name}.log").open("ab") as log:
            self._process = subprocess.Popen(whole, stdout=log, stderr=log, env=dict(environment))
        port = self._wait_for(port_file, self._process)
        if again and port != self.port:
            self.stop()
            raise LocalError(f"the port of the service {self.name} has been taken by somebody else")
        self.port = port

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

    def _wait_for(self, port_file: Path, process: subprocess.Popen[bytes]) -> int:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and process.poll() is None:
            if port_file.exists():
                return int(port_file.read_text())
            time.sleep(0.05)
        self.stop()
        raise LocalError(f"the service {self.name} did not start: see {self.home / f'{self.name}.log'}")


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex(("127.0.0.1", port)) != 0
