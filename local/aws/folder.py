"""The folder of one emulator: who may use it, and the port its stored addresses name."""

import fcntl
import re
import socket
import time
from pathlib import Path

from local.process.errors import LocalError
from local.process.timeouts import LEAVING_SECONDS

HOST = "127.0.0.1"


def await_departure(home: Path) -> None:
    """The launcher holds the lock while it runs; asked before its log is overwritten."""
    deadline = time.monotonic() + LEAVING_SECONDS
    with (home / "lock").open("a+") as lock:
        while True:
            try:
                return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise LocalError(f"an embedded AWS already runs from {home}: stop it first") from None
            time.sleep(0.05)


def settle_port(home: Path, given: int | None) -> int:
    """The given port, else the one of last time, else a free one; what is stored here then names it."""
    note = home / "port"
    before = _noted(note)
    chosen = _bind(given) if given else _bind_or_any(before or 0)
    if before and before != chosen:
        _move_addresses(home / "state", before, chosen)
    note.write_text(str(chosen))
    return chosen


def _noted(note: Path) -> int | None:
    """The port of last time; a note that is damaged is none."""
    text = note.read_text(errors="replace") if note.exists() else ""
    return int(text) if text.isdecimal() else None


def _bind(port: int) -> int:
    """The port, once it has been seen to be free."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as refusal:
            raise LocalError(
                f"port {port} for the embedded AWS is not free ({refusal.strerror}): "
                "stop what uses it or choose another port"
            ) from None
        chosen: int = probe.getsockname()[1]
    return chosen


def _bind_or_any(port: int) -> int:
    try:
        return _bind(port)
    except LocalError:
        return _bind(0)


def _move_addresses(state: Path, before: int, after: int) -> None:
    """Queues are stored under their addresses, and machines and functions were deployed with them."""
    address = re.compile(rf"(localhost|{re.escape(HOST)}):{before}\b")
    for file in state.glob("*.json"):
        text = file.read_text()
        moved = address.sub(rf"\1:{after}", text)
        if moved != text:
            fresh = file.with_suffix(".moved")
            fresh.write_text(moved)
            fresh.replace(file)
