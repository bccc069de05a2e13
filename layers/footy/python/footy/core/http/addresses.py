"""Public IP addresses: the only ones that may be requested for a URL from outside."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from footy.core.errors import AddressRefused
from footy.core.http.connections import resolve_addresses

# ranges that Python's `is_global` allows, or allows in some versions (IANA registries)
NEVER_V4 = tuple(
    map(
        IPv4Network,
        (
            "100.64.0.0/10",  # behind a carrier
            "192.0.0.0/24",  # protocols
            "192.0.2.0/24",  # documentation
            "192.31.196.0/24",  # AS112
            "192.52.193.0/24",  # tunnels
            "192.88.99.0/24",  # relays of 6to4
            "192.175.48.0/24",  # AS112
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
        ),
    )
)
NEVER_V6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols, and Teredo, which carries another address
            "2001:db8::/32",  # documentation
            "2002::/16",  # 6to4, which carries another address
            "2620:4f:8000::/48",  # AS112
            "3fff::/20",  # documentation
        ),
    )
)
INTERNET_V6 = IPv6Network("2000::/3")  # all allocated unicast; NAT64 with a private prefix is outside
TRANSLATED = IPv6Network("64:ff9b::/96")


def is_literal(host: str) -> bool:
    """Return True when a host is written as an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def resolve_public_addresses(host: str, port: int) -> Iterable[str]:
    """Resolve a host name; refuse it when one of its addresses is internal."""
    addresses = list(resolve_addresses(host, port))
    for address in addresses:
        check_public(address)
    return addresses


def check_public(text: str) -> None:
    """Raise AddressRefused for an address outside the public internet, in any notation."""
    address = _plain(ip_address(text.partition("%")[0]))
    allocated = _allocated_v4(address) if isinstance(address, IPv4Address) else _allocated_v6(address)
    if not allocated or not address.is_global or address.is_multicast or address.is_reserved:
        raise AddressRefused(f"{text} is not a public address")


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address inside an IPv6 one, where the network would use it."""
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or (IPv4Address(address.packed[-4:]) if address in TRANSLATED else address)


def _allocated_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in NEVER_V4)


def _allocated_v6(address: IPv6Address) -> bool:
    return address in INTERNET_V6 and not any(address in network for network in NEVER_V6)
