"""Public and internal addresses."""

import pytest

from footy.core.errors import AddressRefused
from footy.core.http.addresses import check_public, resolve_public_addresses

INSIDE = [
    "10.0.0.1",
    "127.0.0.1",
    "169.254.169.254",  # credentials of a machine
    "169.254.170.2",  # credentials of a task
    "172.16.0.1",
    "100.64.0.1",
    "0.0.0.0",  # noqa: S104
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "::",
    "::1",
    "fe80::1%eth0",
    "fec0::1",
    "fd00:ec2::254",
    "ff02::1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",  # 169.254.169.254 by NAT64
    "64:ff9b:1::1",
    "2002:a9fe:a9fe::1",  # by 6to4
    "2001:0:a00:1::1",  # by Teredo
    "2001:db8::1",
    "192.0.0.8",  # all of 192.0.0.0/24, of which Python knows a part
    "192.0.0.255",
    "192.88.99.1",
    "198.51.100.7",
    "203.0.113.7",
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "::ffff:192.88.99.1",
    "64:ff9b::c058:6301",  # 192.88.99.1
    "64:ff9b::6440:1",  # 100.64.0.1
    "64:ff9b::c612:1",  # 198.18.0.1
    "64:ff9b:1:ffff::9765:101",
    "3fff::1",
    "2001:1::1",
    "2001:20::1",
    "2001:4:112::1",
    "2620:4f:8000::1",
    "5f00::1",
    "100::1",
    "::ffff:0:151.101.1.1",
    "::9765:101",
]


@pytest.mark.parametrize("address", INSIDE)
def test_addresses_of_the_inside_are_refused(address: str) -> None:
    with pytest.raises(AddressRefused):
        check_public(address)


@pytest.mark.parametrize(
    "address", ["151.101.1.1", "2606:4700::1111", "::ffff:151.101.1.1", "64:ff9b::9765:101", "2600:1f18::1"]
)
def test_public_addresses_are_not(address: str) -> None:
    check_public(address)


def test_a_name_with_one_address_of_the_inside_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    places = [(None, None, 6, "", (address, 443)) for address in ("151.101.1.1", "10.0.0.1")]
    monkeypatch.setattr("footy.core.http.connections.getaddrinfo", lambda *_, **__: places)
    with pytest.raises(AddressRefused, match=r"10\.0\.0\.1"):
        resolve_public_addresses("hooks.example.org", 443)
