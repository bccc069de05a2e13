"""Hostile servers: each ends with a reason, in bounded time and size, and none leads inside (D3)."""

import gzip
import socket
import time
from pathlib import Path
from typing import Any

import httpcore
import pytest

from fetcher.connections import clip_client
from fetcher.download import download
from footy.core.errors import ClipError
from footy.goals.settings import Rules, Settings
from tests.support.hostile_sites import Script, head, saying, scripted, without_end
from tests.support.waiting import FAILED_SECONDS

LARGEST = 100_000
ENOUGH_SECONDS = 120.0  # for what ends by itself
SILENT_SECONDS = 2 * FAILED_SECONDS  # longer than anyone waits
PUBLIC, METADATA = "151.101.1.1", "169.254.169.254"
BOMB = gzip.compress(bytes(10 << 20))


def outcome(tmp_path: Path, script: Script, seconds: float = ENOUGH_SECONDS) -> str:
    """Return the reason for a clip of such a server; nothing too large is ever on disk."""
    with saying(script) as site, clip_client(seconds) as line:
        how = Settings(media_origins=(site.origin,), rules=Rules(clip_max_bytes=LARGEST))
        started = time.monotonic()
        with pytest.raises(ClipError) as refused:
            download(line, f"{site.origin}/a.mp4", tmp_path / "a", how)
        assert time.monotonic() - started < FAILED_SECONDS
    file = tmp_path / "a"
    assert not file.exists() or file.stat().st_size <= LARGEST
    return refused.value.reason


class TestSlowness:
    @pytest.mark.parametrize(
        "script",
        [
            pytest.param(scripted(SILENT_SECONDS), id="silent"),
            pytest.param(scripted(head("Content-Length: 9"), b"a", SILENT_SECONDS), id="silent in the middle"),
            pytest.param(without_end(head(), b"a", 0.02), id="a byte now and then"),
            pytest.param(without_end(b"HTTP/1.1 200 OK\r\nX: ", b"a", 0.02), id="a head, letter by letter"),
            pytest.param(
                without_end(b"HTTP/1.1 100 Continue\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\n", 0.02), id="soon"
            ),
            pytest.param(without_end(head("Transfer-Encoding: chunked"), b"1\r\na\r\n", 0.02), id="chunks of a byte"),
        ],
    )
    def test_time_is_up_however_it_is_spent(self, tmp_path: Path, script: Script) -> None:
        assert outcome(tmp_path, script, seconds=1) == "timed_out"


class TestSize:
    @pytest.mark.parametrize(
        "script",
        [
            pytest.param(without_end(head(), bytes(65536)), id="endless"),
            pytest.param(
                without_end(head("Transfer-Encoding: chunked"), b"10000\r\n" + bytes(65536) + b"\r\n"), id="chunked"
            ),
            pytest.param(scripted(head(f"Content-Length: {10**15}")), id="by its own word"),
            pytest.param(scripted(head(f"Content-Length: {LARGEST + 1}"), bytes(LARGEST + 1)), id="a byte too much"),
        ],
    )
    def test_more_than_the_largest_clip_is_too_large(self, tmp_path: Path, script: Script) -> None:
        assert outcome(tmp_path, script) == "too_large"

    def test_what_is_packed_is_not_unpacked(self, tmp_path: Path) -> None:
        packed = scripted(head("Content-Encoding: gzip", f"Content-Length: {len(BOMB)}"), BOMB)
        assert outcome(tmp_path, packed) == "compressed"

    def test_and_nothing_packed_is_asked_for(self, tmp_path: Path) -> None:
        with saying(scripted(head("Content-Length: 0"))) as site, clip_client(ENOUGH_SECONDS) as line:
            download(line, f"{site.origin}/a.mp4", tmp_path / "a", Settings(media_origins=(site.origin,)))
        assert b"accept-encoding: identity" in site.requests[0].lower()


class TestNonsense:
    @pytest.mark.parametrize(
        "script",
        [
            pytest.param(scripted(b""), id="nothing"),
            pytest.param(scripted(b"SSH-2.0-OpenSSH_9.9\r\n"), id="another protocol"),
            pytest.param(scripted(head("Content-Length: -1"), b"film"), id="a negative length"),
            pytest.param(scripted(head("Content-Length: 4", "Content-Length: 5"), b"film"), id="two lengths"),
            pytest.param(scripted(head("Content-Length: 9"), b"film"), id="less than it said"),
            pytest.param(scripted(head("Transfer-Encoding: chunked"), b"zz\r\n"), id="no chunk"),
            pytest.param(without_end(b"HTTP/1.1 200 OK\r\n", b"X: " + b"a" * 4096 + b"\r\n"), id="a head without end"),
            pytest.param(scripted(head(status="206 Partial Content"), b"film"), id="a part"),
            pytest.param(scripted(head(status="204 No Content")), id="no content"),
        ],
    )
    def test_it_is_a_failed_fetch(self, tmp_path: Path, script: Script) -> None:
        assert outcome(tmp_path, script) == "fetch_failed"


class TestPlaces:
    @pytest.mark.parametrize(
        "target",
        [
            f"http://{METADATA}/latest/meta-data/iam/security-credentials/",
            f"https://{METADATA}/",
            "http://[::ffff:169.254.169.254]/",
            "http://2852039166/",
            "http://0xa9fea9fe/",
            "http://localhost/",
            "//127.1/",
            "https://[",
            "file:///proc/self/environ",
            "https://user:secret@video.twimg.com/a.mp4",
        ],
    )
    def test_a_redirect_leads_only_to_listed_places(self, tmp_path: Path, target: str) -> None:
        assert outcome(tmp_path, scripted(head(f"Location: {target}", status="302 Found"))) == "refused_address"

    def test_checked_address_is_the_one_connected_to(self, tmp_path: Path, network: "Network") -> None:
        network.answers = [[PUBLIC], ["127.0.0.1"]]
        assert self.reason(tmp_path) == "fetch_failed"
        assert network.connected == [PUBLIC]
        assert len(network.answers) == 1

    @pytest.mark.parametrize("inside", ["127.0.0.1", METADATA, "10.1.2.3", "::1", "::ffff:10.0.0.1", "64:ff9b::a00:1"])
    def test_one_address_of_the_inside_is_enough(self, tmp_path: Path, network: "Network", inside: str) -> None:
        network.answers = [[PUBLIC, inside]]
        assert self.reason(tmp_path) == "refused_address"
        assert network.connected == []

    def test_the_next_address_is_tried_when_one_does_not_answer(self, tmp_path: Path, network: "Network") -> None:
        network.answers = [["2606:4700::1111", PUBLIC]]
        assert self.reason(tmp_path) == "fetch_failed"
        assert network.connected == ["2606:4700::1111", PUBLIC]

    def test_a_name_that_nobody_knows_is_a_failed_fetch(self, tmp_path: Path, network: "Network") -> None:
        network.answers = []
        assert self.reason(tmp_path) == "fetch_failed"

    def reason(self, tmp_path: Path) -> str:
        with clip_client(ENOUGH_SECONDS) as line, pytest.raises(ClipError) as refused:
            download(line, "https://video.twimg.com/a.mp4", tmp_path / "a", Settings())
        return refused.value.reason


class Network:
    """Network that records connections and never answers."""

    def __init__(self) -> None:
        self.answers: list[list[str]] = []
        self.connected: list[str] = []

    def look_up(self, host: str, port: int, **_: Any) -> list[tuple[object, ...]]:
        if not self.answers:
            raise socket.gaierror(socket.EAI_NONAME, f"{host} is not known")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in self.answers.pop(0)]

    def connect_tcp(self, host: str, *_: Any) -> httpcore.NetworkStream:
        self.connected.append(host)
        raise httpcore.ConnectError("no answer")


@pytest.fixture
def network(monkeypatch: pytest.MonkeyPatch) -> Network:
    network = Network()
    monkeypatch.setattr("footy.core.http.connections.getaddrinfo", network.look_up)
    monkeypatch.setattr("footy.core.http.connections.SyncBackend", lambda: network)
    return network


@pytest.fixture(autouse=True)
def proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy of the environment would look names up by itself: none is ever used."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
