"""Which addresses a clip may come from: listed origins."""

from collections.abc import Iterable

import httpx

from footy.core.errors import ClipError
from footy.core.http.addresses import is_literal


def check_origin(url: httpx.URL, origins: Iterable[str]) -> None:
    """Refuses every url whose scheme, host and port are not listed; plain http only for a listed IP address."""
    if _origin(url) not in {_origin(httpx.URL(origin)) for origin in origins}:
        raise ClipError("refused_address", f"{url.scheme}://{url.host} is not listed")
    if url.scheme != "https" and not is_literal(url.host):
        raise ClipError("refused_address", f"{url.host} without https")
    if url.userinfo:
        raise ClipError("refused_address", f"{url.host} with a name and a password")


def _origin(url: httpx.URL) -> tuple[str, str, int | None]:
    return url.scheme, url.host, url.port
