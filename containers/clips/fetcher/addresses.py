"""Allow-list of origins that clips may come from (D3)."""

from collections.abc import Iterable

import httpx

from footy.core.errors import ClipError
from footy.core.http.addresses import is_literal


def check_origin(url: httpx.URL, origins: Iterable[str]) -> None:
    """Raise ClipError for an origin that is not listed; plain http is for listed IP addresses only."""
    if _origin(url) not in {_origin(httpx.URL(origin)) for origin in origins}:
        raise ClipError("refused_address", f"{url.scheme}://{url.host} is not listed")
    if url.scheme != "https" and not is_literal(url.host):
        raise ClipError("refused_address", f"{url.host} without https")
    if url.userinfo:
        raise ClipError("refused_address", f"{url.host} with a name and a password")


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
