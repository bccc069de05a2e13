"""Connections that end in time, whatever the other side does.

A time-out per read is no deadline: a server that sends a byte a second, of its head or of its body, is never silent
for long enough. So the connection itself knows when its question ends.
"""

import ssl
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from functools import cache
from socket import SOCK_STREAM, gaierror, getaddrinfo
from threading import Thread
from typing import Any

import httpcore
import httpx
from httpcore import SyncBackend

WRITTEN_AT_ONCE = 4096

Resolver = Callable[[str, int], Iterable[str]]
ProgressCallback = Callable[[], object]


def resolve_addresses(host: str, port: int) -> Iterable[str]:
    """Whatever a name stands for."""
    try:
        places = getaddrinfo(host, port, type=SOCK_STREAM)
    except (gaierror, UnicodeError) as unknown:
        raise httpcore.ConnectError(f"{host}: {unknown}") from unknown
    return dict.fromkeys(str(place[4][0]) for place in places)


def ignore_progress() -> None:
    """Nobody waits for what moves."""


class DeadlineTransport(httpx.HTTPTransport):
    """A transport whose every connection ends in time, and leads to one of the addresses that a name may stand for.

    `moved` is told whenever anything came of it: a name looked up, a try to connect, bytes read or written.
    """

    def __init__(
        self, deadline: float, addresses: Resolver = resolve_addresses, moved: ProgressCallback = ignore_progress
    ) -> None:
        network = _Network(deadline, addresses, moved)
        self._pool = httpcore.ConnectionPool(ssl_context=_trusted(), network_backend=network)


class _Network(httpcore.NetworkBackend):
    """Looks a name up once, and connects to what came of it: it cannot change between."""

    def __init__(self, deadline: float, addresses: Resolver, moved: ProgressCallback) -> None:
        self._deadline = deadline
        self._addresses = addresses
        self._moved = moved
        self._sockets = SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """The first address that answers."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in self._look_up(host, port, timeout):
            self._moved()
            left = _left(self._deadline, timeout)
            try:
                stream = self._sockets.connect_tcp(address, port, left, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as refused:
                failure = refused
            else:
                return _Timed(stream, self._deadline, self._moved)
        raise failure

    def _look_up(self, host: str, port: int, timeout: float | None) -> Iterable[str]:
        """Beside this thread: a look-up cannot be told to hurry, but need not be waited for."""
        found: Future[list[str]] = Future()
        Thread(target=_keep, args=(found, self._addresses, host, port), daemon=True).start()
        try:
            return found.result(_left(self._deadline, timeout))
        except TimeoutError as slow:
            raise httpcore.ConnectTimeout(f"nobody said in time what {host} stands for") from slow


def _keep(found: Future[list[str]], addresses: Resolver, host: str, port: int) -> None:
    try:
        found.set_result(list(addresses(host, port)))
    except Exception as failure:  # noqa: BLE001 - raised where it is waited for
        found.set_exception(failure)


class _Timed(httpcore.NetworkStream):
    """A connection whose time runs out: one byte now and then does not keep it alive."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float, moved: ProgressCallback) -> None:
        self._stream = stream
        self._deadline = deadline
        self._moved = moved
        moved()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        came = self._stream.read(max_bytes, _left(self._deadline, timeout))
        self._moved()
        return came

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Little by little: who reads a byte now and then starts the time of a write anew with each."""
        for start in range(0, len(buffer), WRITTEN_AT_ONCE):
            self._stream.write(buffer[start : start + WRITTEN_AT_ONCE], _left(self._deadline, timeout))
            self._moved()

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(self._deadline, timeout)
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline, self._moved)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _left(deadline: float, timeout: float | None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("time is up")
    return left if timeout is None else min(left, timeout)


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates of the world; reading them takes longer than many an answer."""
    return httpx.create_ssl_context(trust_env=False)
