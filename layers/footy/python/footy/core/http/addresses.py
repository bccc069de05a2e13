"""Which addresses may be asked when somebody else says where: those of the open internet, none of the inside."""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from footy.core.errors import AddressRefused
from footy.core.http.connections import resolve_addresses

# what Python's own `is_global` lets through, or only since some version: tables of the IANA, one line each
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
INTERNET_V6 = IPv6Network("2000::/3")  # all that is given out; NAT64 with a prefix of its own is outside
TRANSLATED = IPv6Network("64:ff9b::/96")


def is_literal(host: str) -> bool:
    """Whether a host is written as an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def resolve_public_addresses(host: str, port: int) -> Iterable[str]:
    """What a name stands for now; one address of the inside among them and the name is refused."""
    addresses = list(resolve_addresses(host, port))
    for address in addresses:
        check_public(address)
    return addresses


def check_public(text: str) -> None:
    """Refuses addresses that are not on the open internet, however they are written."""
    address = _plain(ip_address(text.partition("%")[0]))
    given_out = _given_out_v4(address) if isinstance(address, IPv4Address) else _given_out_v6(address)
    if not given_out or not address.is_global or address.is_multicast or address.is_reserved:
        raise AddressRefused(f"{text} is not a public address")


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """The IPv4 address inside an IPv6 one, where the network would use that."""
    if isinstance(address, IPv4Address):
        return address
    return address.ipv4_mapped or (IPv4Address(address.packed[-4:]) if address in TRANSLATED else address)


def _given_out_v4(address: IPv4Address) -> bool:
    return not any(address in network for network in NEVER_V4)


def _given_out_v6(address: IPv6Address) -> bool:
    return address in INTERNET_V6 and not any(address in network for network in NEVER_V6)
