"""Folder of one emulator: its lock, and the port that its stored addresses contain."""

import fcntl
import re
import socket
import time
from pathlib import Path

from local.process.errors import LocalError
from local.process.timeouts import LEAVING_SECONDS

HOST = "127.0.0.1"


def wait_for_lock(home: Path) -> None:
    """Wait until no launcher holds the lock of the folder."""
    deadline = time.monotonic() + LEAVING_SECONDS
    with (home / "lock").open("a+") as lock:
        while True:
            try:
                return fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise LocalError(f"an embedded AWS already runs from {home}: stop it first") from None
            time.sleep(0.05)


def choose_port(home: Path, port: int | None) -> int:
    """Return the requested port, else the previous one, else a free one; correct the stored addresses."""
    note = home / "port"
    previous = _previous_port(note)
    chosen = _bind(port) if port else _bind_or_any(previous or 0)
    if previous and previous != chosen:
        _replace_port(home / "state", previous, chosen)
    note.write_text(str(chosen))
    return chosen


def _previous_port(note: Path) -> int | None:
    """Return the port of the last run; ignore a damaged note."""
    text = note.read_text(errors="replace") if note.exists() else ""
    return int(text) if text.isdecimal() else None


def _bind(port: int) -> int:
    """Return the port after binding it once; port 0 selects a free one."""
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


def _replace_port(state: Path, before: int, after: int) -> None:
    """Replace the port in stored queue addresses and in the settings of machines and functions."""
    address = re.compile(rf"(localhost|{re.escape(HOST)}):{before}\b")
    for file in state.glob("*.json"):
        text = file.read_text()
        corrected = address.sub(rf"\1:{after}", text)
        if corrected != text:
            draft = file.with_suffix(".moved")
            draft.write_text(corrected)
            draft.replace(file)
