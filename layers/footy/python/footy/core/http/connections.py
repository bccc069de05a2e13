"""httpx transport with a total deadline per connection.

A time-out per read is no deadline: a server that sends one byte a second is never silent for long enough.
"""

import ssl
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import cache
from socket import SOCK_STREAM, gaierror, getaddrinfo
from threading import Thread
from typing import Any

import httpcore
import httpx
from httpcore import SyncBackend

WRITE_CHUNK = 4096

Resolver = Callable[[str, int], Iterable[str]]
ProgressCallback = Callable[[], object]


def resolve_addresses(host: str, port: int) -> Iterable[str]:
    """Return every IP address of a host name."""
    try:
        entries = getaddrinfo(host, port, type=SOCK_STREAM)
    except (gaierror, UnicodeError) as failure:
        raise httpcore.ConnectError(f"{host}: {failure}") from failure
    return dict.fromkeys(str(entry[4][0]) for entry in entries)


def ignore_progress() -> None:
    """Do nothing: the default progress callback."""


class DeadlineTransport(httpx.BaseTransport):
    """Transport whose connections end at a deadline and use only the addresses of its resolver.

    `on_progress` is called after each resolved address and each read or write, so that a hung transfer is noticed.
    """

    def __init__(
        self,
        deadline: float,
        addresses: Resolver = resolve_addresses,
        on_progress: ProgressCallback = ignore_progress,
    ) -> None:
        network = _Network(deadline, addresses, on_progress)
        self._connections = httpcore.ConnectionPool(ssl_context=_trusted(), network_backend=network)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        outgoing = httpcore.Request(
            method=request.method,
            url=httpcore.URL(
                scheme=request.url.raw_scheme,
                host=request.url.raw_host,
                port=request.url.port,
                target=request.url.raw_path,
            ),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        with _httpx_errors():
            incoming = self._connections.handle_request(outgoing)
        return httpx.Response(
            status_code=incoming.status,
            headers=incoming.headers,
            stream=_Body(incoming),
            extensions=incoming.extensions,
        )

    def close(self) -> None:
        self._connections.close()


class _Body(httpx.SyncByteStream):
    def __init__(self, response: httpcore.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        with _httpx_errors():
            yield from self._response.iter_stream()

    def close(self) -> None:
        self._response.close()


@contextmanager
def _httpx_errors() -> Iterator[None]:
    """Raise each error of httpcore as the error of httpx with the same name."""
    try:
        yield
    except (
        httpcore.TimeoutException,
        httpcore.NetworkError,
        httpcore.ProtocolError,
        httpcore.UnsupportedProtocol,
    ) as failure:
        kind: type[httpx.TransportError] = getattr(httpx, type(failure).__name__)
        raise kind(str(failure)) from failure


class _Network(httpcore.NetworkBackend):
    """Network backend that resolves a name once and connects to exactly these addresses."""

    def __init__(self, deadline: float, addresses: Resolver, on_progress: ProgressCallback) -> None:
        self._deadline = deadline
        self._addresses = addresses
        self._on_progress = on_progress
        self._sockets = SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address that answers."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in self._resolve(host, port, timeout):
            self._on_progress()
            seconds = _seconds_left(self._deadline, timeout)
            try:
                stream = self._sockets.connect_tcp(address, port, seconds, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as refusal:
                failure = refusal
            else:
                return _DeadlineStream(stream, self._deadline, self._on_progress)
        raise failure

    def _resolve(self, host: str, port: int, timeout: float | None) -> Iterable[str]:
        """Resolve in a thread: getaddrinfo has no time-out."""
        result: Future[list[str]] = Future()
        Thread(target=_resolve_into, args=(result, self._addresses, host, port), daemon=True).start()
        try:
            return result.result(_seconds_left(self._deadline, timeout))
        except TimeoutError as slow:
            raise httpcore.ConnectTimeout(f"the DNS look-up of {host} timed out") from slow


def _resolve_into(result: Future[list[str]], addresses: Resolver, host: str, port: int) -> None:
    try:
        result.set_result(list(addresses(host, port)))
    except Exception as failure:  # noqa: BLE001 - raised in the thread that waits for it
        result.set_exception(failure)


class _DeadlineStream(httpcore.NetworkStream):
    """Network stream that fails at the deadline, even when a byte arrives now and then."""

    def __init__(self, stream: httpcore.NetworkStream, deadline: float, on_progress: ProgressCallback) -> None:
        self._stream = stream
        self._deadline = deadline
        self._on_progress = on_progress
        on_progress()

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        received = self._stream.read(max_bytes, _seconds_left(self._deadline, timeout))
        self._on_progress()
        return received

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write in small chunks: a slow reader restarts the time-out of a write with each byte it takes."""
        for start in range(0, len(buffer), WRITE_CHUNK):
            self._stream.write(buffer[start : start + WRITE_CHUNK], _seconds_left(self._deadline, timeout))
            self._on_progress()

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        seconds = _seconds_left(self._deadline, timeout)
        encrypted = self._stream.start_tls(ssl_context, server_hostname, seconds)
        return _DeadlineStream(encrypted, self._deadline, self._on_progress)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def _seconds_left(deadline: float, timeout: float | None) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise httpcore.ReadTimeout("the deadline has passed")
    return seconds if timeout is None else min(seconds, timeout)


@cache
def _trusted() -> ssl.SSLContext:
    """Return the trusted certificates; reading them takes longer than many requests."""
    return httpx.create_ssl_context(trust_env=False)
