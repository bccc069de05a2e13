"""HTTP client for foreign hosts, with a deadline and checked addresses."""

import time
from collections.abc import Iterable

import httpx

from fetcher.heartbeat import Heartbeat, no_heartbeat
from footy.core.errors import AddressRefused, ClipError
from footy.core.http.addresses import is_literal, resolve_public_addresses
from footy.core.http.connections import DeadlineTransport

SILENCE_SECONDS = 15.0


def clip_client(seconds: float, heartbeat: Heartbeat = no_heartbeat) -> httpx.Client:
    """Return a client for one clip: no proxy, no automatic redirects, no compression, and a deadline."""
    return httpx.Client(
        transport=DeadlineTransport(time.monotonic() + seconds, _allowed, heartbeat),
        trust_env=False,
        follow_redirects=False,
        timeout=SILENCE_SECONDS,
        headers={"Accept-Encoding": "identity"},
    )


def _allowed(host: str, port: int) -> Iterable[str]:
    """Return the public addresses of a host; a literal address is on the allow-list already."""
    if is_literal(host):
        return [host]
    try:
        return resolve_public_addresses(host, port)
    except AddressRefused as refusal:
        raise ClipError("refused_address", str(refusal)) from refusal
