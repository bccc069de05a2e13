"""Connections that end in time and lead only where they may, whatever the other side does."""

import time
from collections.abc import Iterable

import httpx

from fetcher.heartbeat import Sign, unwatched
from footy.core.errors import AddressRefused, ClipError
from footy.core.http.addresses import is_literal, resolve_public_addresses
from footy.core.http.connections import DeadlineTransport

SILENCE_SECONDS = 15.0


def open_line(seconds: float, sign: Sign = unwatched) -> httpx.Client:
    """A client for one clip: no proxy of the environment, no redirects of its own, nothing packed, and an end."""
    return httpx.Client(
        transport=DeadlineTransport(time.monotonic() + seconds, _allowed, sign),
        trust_env=False,
        follow_redirects=False,
        timeout=SILENCE_SECONDS,
        headers={"Accept-Encoding": "identity"},
    )


def _allowed(host: str, port: int) -> Iterable[str]:
    """All that a name stands for, checked; an address that is written out was listed as such."""
    if is_literal(host):
        return [host]
    try:
        return resolve_public_addresses(host, port)
    except AddressRefused as refused:
        raise ClipError("refused_address", str(refused)) from refused
