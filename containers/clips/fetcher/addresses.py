"""Which addresses a clip may come from: listed origins, and never a machine of the inside."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from socket import SOCK_STREAM, getaddrinfo

import httpx

from footy.errors import ClipError

# addresses that carry another address: what they lead to is decided elsewhere, out of sight of a check
TUNNELS = tuple(map(IPv6Network, ("2001::/32", "2002::/16", "64:ff9b:1::/48", "fec0::/10")))
TRANSLATED = IPv6Network("64:ff9b::/96")
COMPATIBLE = IPv6Network("::/96")


def check_origin(url: httpx.URL, origins: Iterable[str]) -> None:
    """Refuses every url whose scheme, host and port are not listed; plain http only for a listed IP address."""
    if _origin(url) not in {_origin(httpx.URL(origin)) for origin in origins}:
        raise ClipError("refused_address", f"{url.scheme}://{url.host} is not listed")
    if url.scheme != "https" and not is_literal(url.host):
        raise ClipError("refused_address", f"{url.host} without https")
    if url.userinfo:
        raise ClipError("refused_address", f"{url.host} with a name and a password")


def is_literal(host: str) -> bool:
    """Whether a host is written as an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def public_addresses(host: str, port: int) -> list[str]:
    """What a name stands for now; one address of the inside among them and the name is refused."""
    found = getaddrinfo(host, port, type=SOCK_STREAM)
    addresses = list(dict.fromkeys(str(place[4][0]) for place in found))
    for address in addresses:
        check_public(address)
    return addresses


def check_public(text: str) -> None:
    """Refuses addresses that are not on the open internet, however they are written."""
    address = _plain(ip_address(text.partition("%")[0]))
    tunnelled = isinstance(address, IPv6Address) and any(address in tunnel for tunnel in TUNNELS)
    if tunnelled or not address.is_global or address.is_multicast or address.is_reserved:
        raise ClipError("refused_address", f"{text} is not a public address")


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address inside an IPv6 one, where the network would use that."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped:
        return address.ipv4_mapped
    return IPv4Address(address.packed[-4:]) if address in TRANSLATED or address in COMPATIBLE else address


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
