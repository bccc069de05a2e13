"""A server that takes its time: it answers each question with bytes and pauses of the test's choice."""

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
class Slow:
    """What it sent so far, and whether the other side hung up before it had said everything."""

    port: int
    script: Script
    asked: list[bytes] = field(default_factory=list)
    sent: int = 0
    left: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def serve(self, connection: socket.socket) -> None:
        with connection:
            question = connection.recv(65536)
            self.asked.append(question)
            try:
                for part in self.script(question):
                    self._say(connection, part)
            except OSError:
                self.left.set()

    def _say(self, connection: socket.socket, part: Part) -> None:
        if isinstance(part, bytes):
            connection.sendall(part)
            self.sent += len(part)
        else:
            time.sleep(part)


@contextmanager
def saying(script: Script) -> Iterator[Slow]:
    """The server on a free port, until the end of the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        site = Slow(listener.getsockname()[1], script)
        thread = threading.Thread(target=_accept, args=(listener, site), daemon=True)
        thread.start()
        yield site
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


class Listener(httpcore.NetworkStream):
    """Takes its time with whatever it is told, and does not answer."""

    def __init__(self) -> None:
        self.taken = 0

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        assert timeout
        time.sleep(PAUSE)
        self.taken += len(buffer)

    def close(self) -> None:
        """Nothing is open."""

    def get_extra_info(self, _: str) -> None:
        """Nothing is known."""


def whole(body: bytes) -> Iterable[Part]:
    """An answer as it should be."""
    return [b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body), body]


def dripping_head(_: bytes) -> Iterator[Part]:
    """Letter by letter a header that has no end."""
    yield b"HTTP/1.1 200 OK\r\nX-Slow: "
    yield from _drops()


def dripping_body(_: bytes) -> Iterator[Part]:
    """A head at once, and then letter by letter."""
    yield b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % DRIPS
    yield from _drops()


def dripping_chunks(_: bytes) -> Iterator[Part]:
    """Chunks of one letter."""
    yield b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    for drop in _drops():
        yield b"1\r\n" + drop + b"\r\n" if isinstance(drop, bytes) else drop


def dripping_promises(_: bytes) -> Iterator[Part]:
    """Always about to answer."""
    for _promise in range(DRIPS):
        yield b"HTTP/1.1 102 Processing\r\n\r\n"
        yield PAUSE


def _drops() -> Iterator[Part]:
    for _ in range(DRIPS):
        yield b"a"
        yield PAUSE


def _accept(listener: socket.socket, site: Slow) -> None:
    while True:
        try:
            connection, _ = listener.accept()
        except OSError:
            return
        threading.Thread(target=site.serve, args=(connection,), daemon=True).start()
