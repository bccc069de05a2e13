"""Connections that end in time and lead only where they may, whatever the other side does."""

import socket
import ssl
import time
from collections.abc import Iterable
from functools import cache
from typing import Any

import httpcore
import httpx

from clips.addresses import is_literal, public_addresses

SILENCE_SECONDS = 15.0


def open_line(seconds: float) -> httpx.Client:
    """A client for one clip: no proxy of the environment, no redirects of its own, nothing packed, and an end."""
    return httpx.Client(
        transport=Line(time.monotonic() + seconds),
        trust_env=False,
        follow_redirects=False,
        timeout=SILENCE_SECONDS,
        headers={"Accept-Encoding": "identity"},
    )


class Line(httpx.HTTPTransport):
    """A transport whose every connection is guarded."""

    def __init__(self, deadline: float) -> None:
        self._pool = httpcore.ConnectionPool(ssl_context=_trusted(), network_backend=Guard(deadline))


class Guard(httpcore.NetworkBackend):
    """Looks a name up once, checks all it stands for, and connects to what it checked: it cannot change between."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self._network = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """The first address that answers; an address that is written out was listed as such."""
        failure = httpcore.ConnectError(f"{host} has no address")
        for address in [host] if is_literal(host) else _look_up(host, port):
            try:
                left = _left(self._deadline, timeout)
                stream = self._network.connect_tcp(address, port, left, local_address, socket_options)
            except httpcore.ConnectError as refused:
                failure = refused
            else:
                return Timed(stream, self._deadline)
        raise failure


class Timed(httpcore.NetworkStream):
    """A connection whose time runs out: one byte now and then does not keep it alive."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._deadline, timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _left(self._deadline, timeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(self._deadline, timeout)
        return Timed(self._stream.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _look_up(host: str, port: int) -> list[str]:
    try:
        return public_addresses(host, port)
    except (socket.gaierror, UnicodeError) as unknown:
        raise httpcore.ConnectError(f"{host}: {unknown}") from unknown


def _left(deadline: float, timeout: float | None) -> float:
    left = deadline - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("time is up")
    return left if timeout is None else min(left, timeout)


@cache
def _trusted() -> ssl.SSLContext:
    """The certificates of the world; reading them takes longer than many a download."""
    return httpx.create_ssl_context(trust_env=False)
