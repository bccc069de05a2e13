"""Handler of the probe function: it reports which addresses of a machine it cannot reach."""

import socket
from pathlib import Path
from typing import Any

SECONDS = 5.0


def handle(addresses: list[str], _context: Any) -> list[str]:
    """Return the files, sockets and servers (host:port) that cannot be reached, each with the error."""
    return [f"{address} ({error})" for address in addresses if (error := _error(address))]


def _error(address: str) -> str:
    try:
        _reach(address)
    except OSError as refusal:
        return refusal.strerror or str(refusal)
    return ""


def _reach(address: str) -> None:
    if not address.startswith("/"):
        host, _, port = address.rpartition(":")
        socket.create_connection((host, int(port)), SECONDS).close()
    elif Path(address).is_socket():
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(SECONDS)
            client.connect(address)
    else:
        Path(address).open("rb").close()
