"""Servers that break the HTTP protocol."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

Part = bytes | float
Script = Callable[[], Iterator[Part]]


@dataclass
class Hostile:
    """A server on this machine; `script` is what it says (bytes) and how long it waits (seconds) to anyone."""

    port: int
    script: Script
    requests: list[bytes] = field(default_factory=list)
    sent: int = 0

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):  # the other side may have had enough
            self.requests.append(connection.recv(65536))
            for part in self.script():
                if isinstance(part, bytes):
                    connection.sendall(part)
                    self.sent += len(part)
                else:
                    time.sleep(part)


@contextmanager
def saying(script: Script) -> Iterator[Hostile]:
    """Run a hostile server within the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site = Hostile(listener.getsockname()[1], script)
        thread = threading.Thread(target=_accept, args=(listener, site), daemon=True)
        thread.start()
        yield site
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def _accept(listener: socket.socket, site: Hostile) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=site.serve, args=(connection,), daemon=True).start()


def head(*lines: str, status: str = "200 OK") -> bytes:
    """Build the headers of a response with a video."""
    return "\r\n".join([f"HTTP/1.1 {status}", "Content-Type: video/mp4", *lines, "", ""]).encode()


def scripted(*parts: Part) -> Script:
    """Says the same to everyone."""
    return lambda: iter(parts)


def without_end(first: bytes, again: bytes, pause: float = 0.0) -> Script:
    """Begins, and never stops."""

    def script() -> Iterator[Part]:
        yield first
        while True:
            yield again
            if pause:
                yield pause

    return script
