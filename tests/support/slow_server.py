"""Slow server: it answers with bytes and pauses of the test's choice."""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpcore

PAUSE = 0.02
DRIPS = 5000

Part = bytes | float
Script = Callable[[bytes], Iterable[Part]]


@dataclass
class SlowServer:
    """Server with its script, the bytes sent so far, and whether the client hung up early."""

    port: int
    script: Script
    requests: list[bytes] = field(default_factory=list)
    sent: int = 0
    hung_up: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, connection: socket.socket) -> None:
        with connection:
            request = connection.recv(65536)
            self.requests.append(request)
            try:
                for part in self.script(request):
                    self._say(connection, part)
            except OSError:
                self.hung_up.set()

    def _say(self, connection: socket.socket, part: Part) -> None:
        if isinstance(part, bytes):
            connection.sendall(part)
            self.sent += len(part)
        else:
            time.sleep(part)


@contextmanager
def slow_server(script: Script) -> Iterator[SlowServer]:
    """Run a slow server on a free port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site = SlowServer(listener.getsockname()[1], script)
        thread = threading.Thread(target=_accept, args=(listener, site), daemon=True)
        thread.start()
        yield site
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


class Listener(httpcore.NetworkStream):
    """Network stream that reads slowly and never answers."""

    def __init__(self) -> None:
        self.bytes_read = 0

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        assert timeout
        time.sleep(PAUSE)
        self.bytes_read += len(buffer)

    def close(self) -> None:
        """Do nothing."""

    def get_extra_info(self, _: str) -> None:
        """Return nothing."""


def complete(body: bytes) -> Iterable[Part]:
    """Return a complete answer."""
    return [b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body), body]


def dripping_head(_: bytes) -> Iterator[Part]:
    """Send an endless header, byte by byte."""
    yield b"HTTP/1.1 200 OK\r\nX-Slow: "
    yield from _drops()


def dripping_body(_: bytes) -> Iterator[Part]:
    """Send the head at once, then the body byte by byte."""
    yield b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % DRIPS
    yield from _drops()


def dripping_chunks(_: bytes) -> Iterator[Part]:
    """Send chunks of one byte."""
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for drop in _drops():
        yield b"1\r\n" + drop + b"\r\n" if isinstance(drop, bytes) else drop


def dripping_promises(_: bytes) -> Iterator[Part]:
    """Send 102 responses for ever."""
    for _promise in range(DRIPS):
        yield b"HTTP/1.1 102 Processing\r\n\r\n"
        yield PAUSE


def _drops() -> Iterator[Part]:
    for _ in range(DRIPS):
        yield b"a"
        yield PAUSE


def _accept(listener: socket.socket, site: SlowServer) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=site.serve, args=(connection,), daemon=True).start()
