"""Many hostile addresses, asked for and redirected to: none leads inside, and each is called something."""

import random
import socket
from collections import Counter
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any

import httpcore
import pytest

from fetcher.connections import clip_client
from fetcher.download import download
from footy.core.errors import AddressRefused, ClipError
from footy.core.http.addresses import check_public
from footy.goals.settings import Settings
from tests.support.examples import examples
from tests.unit.containers.hostile_urls import LISTED, hostile_url, inside, is_inside, outside

URLS = 300  # 12,000 when there is time
SECONDS = 20.0


class Network:
    """Names stand for anything, and whoever is reached sends everybody elsewhere."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self.reached: list[str] = []

    def look_up(self, _host: str, port: int, **_: Any) -> list[tuple[object, ...]]:
        mixed = self._chance.random() < 0.3
        found = [outside(self._chance), *([inside(self._chance)] if mixed else [])]
        self._chance.shuffle(found)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (str(address), port)) for address in found]

    def connect_tcp(self, host: str, *_: Any) -> httpcore.NetworkStream:
        self.reached.append(host)
        place = hostile_url(self._chance).encode("utf-8", "surrogatepass").replace(b"\r", b"").replace(b"\n", b"")
        return httpcore.MockStream([b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + place + b"\r\n\r\n"])


@pytest.mark.soak
def test_no_address_leads_inside_and_none_is_without_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    chance = random.Random(10)
    outcomes, network = Counter[str](), Network(chance)
    monkeypatch.setattr("footy.core.http.connections.getaddrinfo", network.look_up)
    monkeypatch.setattr("footy.core.http.connections.SyncBackend", lambda: network)
    for n in range(examples(URLS)):
        url = hostile_url(chance) if n % 2 else f"https://{LISTED}/{n}.mp4"
        outcomes[_outcome(url, tmp_path)] += 1
    record_property("outcomes", dict(outcomes))
    assert network.reached
    assert [host for host in network.reached if is_inside(ip_address(host))] == []
    assert outcomes.keys() <= {"refused_address", "fetch_failed"}


def _outcome(url: str, folder: Path) -> str:
    with clip_client(SECONDS) as line, pytest.raises(ClipError) as refused:
        download(line, url, folder / "clip.mp4", Settings())
    return refused.value.reason


@pytest.mark.soak
def test_the_guard_knows_every_network_of_the_registries() -> None:
    chance = random.Random(11)
    for _ in range(examples(URLS)):
        assert _is_refused(inside(chance))
        assert not _is_refused(outside(chance))


def _is_refused(address: IPv4Address | IPv6Address) -> bool:
    try:
        check_public(str(address))
    except AddressRefused:
        return True
    return False
