"""Which addresses a clip may come from: listed origins, and never a machine of the inside."""

from collections.abc import Iterable, Mapping
from ipaddress import IPv6Address, ip_address
from typing import Any

import httpx

from footy.errors import ClipError

CONNECTED = "connection.connect_tcp.complete"


def check_origin(url: httpx.URL, origins: Iterable[str]) -> None:
    """Refuses every url whose scheme, host and port are not listed; plain http only for a listed IP address."""
    if _origin(url) not in {_origin(httpx.URL(origin)) for origin in origins}:
        raise ClipError("refused_address", f"{url.scheme}://{url.host} is not listed")
    if url.scheme != "https" and not is_literal(url.host):
        raise ClipError("refused_address", f"{url.host} without https")


def is_literal(host: str) -> bool:
    """Whether a host is written as an IP address."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def check_peer(event: str, facts: Mapping[str, Any]) -> None:
    """Looks at the address really connected to, before a byte is sent: a public name may point inside."""
    if event != CONNECTED:
        return
    stream = facts["return_value"]
    address = ip_address(str(stream.get_extra_info("server_addr")[0]).partition("%")[0])
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if not address.is_global or address.is_multicast:
        stream.close()
        raise ClipError("refused_address", f"{address} is not a public address")


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
