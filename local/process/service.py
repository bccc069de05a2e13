"""Service process: a child that chooses its port and writes it to a file."""

import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from local.process.child import ChildProcess
from local.process.errors import LocalError


@dataclass(slots=True)
class ServiceProcess(ChildProcess):
    """A service named `name`, whose log and port file are in `home`."""

    name: str
    home: Path
    port: int = field(default=0, kw_only=True)

    @property
    def url(self) -> str:
        """Address of the service."""
        return f"http://127.0.0.1:{self.port}"

    def serve(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the service on its previous port if that is free, and return when it listens.

        A restarted service must get the same port again, because deployed functions know it.
        """
        restarted = self._process is not None
        if not restarted and not _is_free(self.port):
            self.port = 0
        port_file = self.home / f"{self.name}.port"
        port_file.unlink(missing_ok=True)
        self.launch(
            f"the service {self.name}",
            [*command, "--port", str(self.port), "--port-file", str(port_file)],
            log=self.home / f"{self.name}.log",
            environment=environment,
            is_ready=port_file.exists,
        )
        port = int(port_file.read_text())
        if restarted and port != self.port:
            self.stop()
            raise LocalError(f"another process has taken port {self.port} of the service {self.name}")
        self.port = port


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        return probe.connect_ex(("127.0.0.1", port)) != 0
