"""Asked as a function of an AWS, this says what of a machine cannot be reached from there."""

import socket
from pathlib import Path
from typing import Any

SECONDS = 5.0


def handle(places: list[str], _context: Any) -> list[str]:
    """The files, sockets and servers (host:port) that are not there, and why."""
    return [f"{place} ({why})" for place in places if (why := _refusal(place))]


def _refusal(place: str) -> str:
    try:
        _touch(place)
    except OSError as refusal:
        return refusal.strerror or str(refusal)
    return ""


def _touch(place: str) -> None:
    if not place.startswith("/"):
        host, _, port = place.rpartition(":")
        socket.create_connection((host, int(port)), SECONDS).close()
    elif Path(place).is_socket():
        with socket.socket(socket.AF_UNIX) as asked:
            asked.settimeout(SECONDS)
            asked.connect(place)
    else:
        Path(place).open("rb").close()
