"""HTTP client: every request ends in time, within bounds, and with a named error."""

import gzip
import socket
import time
from threading import Event
from typing import Any

import httpcore
import httpx
import pytest

from footy.core.errors import (
    MalformedAnswer,
    RequestRefused,
    UpstreamUnavailable,
)
from footy.core.http.client import LARGEST, HttpClient, Reply
from footy.core.http.connections import DeadlineTransport
from tests.support.slow_server import (
    DRIPS,
    PAUSE,
    Listener,
    Script,
    complete,
    dripping_body,
    dripping_chunks,
    dripping_head,
    dripping_promises,
    slow_server,
)

GENEROUS_SECONDS = 60.0


LONG_QUESTION = 1 << 20


def ask(url: str, *, seconds: float = 20.0, largest: int = LARGEST) -> Reply:
    return HttpClient("the service", seconds=seconds, largest=largest).request("GET", url)


class TestTime:
    @pytest.mark.parametrize("script", [dripping_head, dripping_body, dripping_chunks, dripping_promises])
    def test_a_dripping_answer_ends_at_the_deadline(self, script: Script) -> None:
        assert DRIPS * PAUSE > GENEROUS_SECONDS
        with slow_server(script) as server:
            began = time.monotonic()
            with pytest.raises(UpstreamUnavailable, match=r"the service did not answer within 1\.0 s"):
                ask(server.url, seconds=1.0)
            assert time.monotonic() - began < GENEROUS_SECONDS
            assert server.hung_up.wait(GENEROUS_SECONDS)
            assert 0 < server.sent < DRIPS

    def test_a_slow_reader_does_not_extend_the_deadline(self, monkeypatch: pytest.MonkeyPatch) -> None:
        listener = Listener()
        monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", lambda *_: listener)
        with pytest.raises(UpstreamUnavailable, match="within"):
            HttpClient("the service", seconds=0.5).request("POST", "http://127.0.0.1", json="a" * LONG_QUESTION)
        assert listener.bytes_read < LONG_QUESTION

    def test_a_hanging_look_up_ends_at_the_deadline(self) -> None:
        over = Event()

        def look_up(_host: str, _port: int) -> list[str]:
            over.wait()
            return []

        with pytest.raises(UpstreamUnavailable, match=r"within 0\.3 s"):
            HttpClient("the service", seconds=0.3, addresses=look_up).request("GET", "http://service")
        over.set()

    def test_a_refused_connection_is_unavailable(self) -> None:
        with pytest.raises(UpstreamUnavailable, match="ConnectError"):
            ask("http://127.0.0.1:9")


class TestTransport:
    @pytest.mark.parametrize("error", [httpcore.ConnectError, httpcore.ReadTimeout, httpcore.RemoteProtocolError])
    def test_errors_of_httpcore_become_errors_of_httpx(self, error: type[Exception]) -> None:
        def resolve(*_: object) -> list[str]:
            raise error("no")

        transport = DeadlineTransport(time.monotonic() + 20, resolve)
        with httpx.Client(transport=transport) as client, pytest.raises(getattr(httpx, error.__name__)):
            client.get("http://service")

    def test_an_answer_can_be_read_piece_by_piece(self) -> None:
        transport = DeadlineTransport(time.monotonic() + 20)
        with slow_server(lambda _: complete(b"body")) as server, httpx.Client(transport=transport) as client:
            with client.stream("GET", server.url) as response:
                assert b"".join(response.iter_bytes()) == b"body"
            assert response.extensions["http_version"] == b"HTTP/1.1"


class TestSize:
    def test_an_answer_of_the_largest_size_is_read(self) -> None:
        with slow_server(lambda _: complete(b"a" * LARGEST)) as server:
            assert len(ask(server.url).body) == LARGEST

    def test_a_byte_more_is_refused(self) -> None:
        with slow_server(lambda _: complete(b"a" * (LARGEST + 1))) as server, pytest.raises(MalformedAnswer):
            ask(server.url)

    def test_the_size_limit_counts_decompressed_bytes(self) -> None:
        packed = gzip.compress(bytes(LARGEST + 1))
        head = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(packed)
        with slow_server(lambda _: [head, packed]) as server, pytest.raises(MalformedAnswer):
            ask(server.url)


class TestNonsense:
    @pytest.mark.parametrize(
        "answer",
        [
            b"",
            b"SSH-2.0-OpenSSH_9.9\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
            b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nless",
            b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nzip!",
            b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
        ],
    )
    def test_it_is_no_answer(self, answer: bytes) -> None:
        with slow_server(lambda _: [answer]) as server, pytest.raises(UpstreamUnavailable):
            ask(server.url)

    @pytest.mark.parametrize("url", ["http://[::1", "https://xn--", "http://service:port", "http://service/\ud800"])
    def test_an_address_that_is_none_is_refused(self, url: str) -> None:
        with pytest.raises(RequestRefused):
            ask(url)

    @pytest.mark.parametrize("question", [{"params": {"q": "\ud800"}}, {"headers": {"key": "schlüßel\u2028"}}])
    def test_unencodable_requests_are_refused(self, question: dict[str, dict[str, str]]) -> None:
        with pytest.raises(RequestRefused):
            HttpClient("the service", seconds=5).request("GET", "http://127.0.0.1:9", **question)  # type: ignore[arg-type]

    @pytest.mark.parametrize("body", [b"", b"<html>", b'{"a":', b"\xff", b"[" * 100_000])
    def test_a_body_without_json_is_unavailable(self, body: bytes) -> None:
        with pytest.raises(UpstreamUnavailable):
            Reply("the service", 200, httpx.Headers(), body).json()

    @pytest.mark.parametrize("body", [b"[]", b"1", b"null", b'"text"'])
    def test_json_that_is_no_object_is_malformed(self, body: bytes) -> None:
        with pytest.raises(MalformedAnswer):
            Reply("the service", 200, httpx.Headers(), body).json()


class TestPlaces:
    def test_redirects_are_not_followed(self) -> None:
        with slow_server(
            lambda _: [b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"]
        ) as server:
            assert ask(server.url).status == 302
            assert len(server.requests) == 1

    def test_no_proxy_of_the_environment_is_asked(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("HTTP_PROXY", "ALL_PROXY", "http_proxy", "all_proxy"):
            monkeypatch.setenv(name, "http://127.0.0.1:1")
        with slow_server(lambda _: complete(b"{}")) as server:
            assert ask(server.url).json() == {}

    def test_the_next_address_is_tried_after_a_refusal(self, monkeypatch: pytest.MonkeyPatch) -> None:
        with slow_server(lambda _: complete(b"{}")) as server:
            original = socket.getaddrinfo

            def look_up(host: str, *how: Any, **more: Any) -> list[Any]:
                names = ["127.0.0.2", "127.0.0.1"] if host == "service" else [host]
                return [place for name in names for place in original(name, *how, **more)]

            monkeypatch.setattr("footy.core.http.connections.getaddrinfo", look_up)
            assert ask(f"http://service:{server.port}").good
