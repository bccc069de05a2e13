"""Download of one file within limits of origin, size and time (D3)."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from fetcher.addresses import check_origin
from fetcher.http_status import TransientFailure, check_status
from footy.core.errors import ClipError
from footy.goals.settings import Settings

HOPS = 3
INVALID_URL = (httpx.InvalidURL, ValueError)  # an invalid url, or a host that is not a valid name
LONGEST_NUMBER = 20
KINDS = ("video/", "application/octet-stream", "binary/octet-stream")


def download(client: httpx.Client, address: str, file: Path, settings: Settings) -> None:
    """Download an address into a file, checking each redirect."""
    url = parsed(address)
    for _ in range(HOPS):
        check_origin(url, settings.media_origins)
        with answered(client, url) as response:
            if response.next_request is None:
                _check(response, settings.rules.clip_max_bytes)
                with file.open("wb") as into:
                    for chunk in at_most(response, settings.rules.clip_max_bytes):
                        into.write(chunk)
                return
            url = parsed(str(response.next_request.url))
    raise ClipError("fetch_failed", "too many redirects")


def parsed(address: str) -> httpx.URL:
    """Parse an address and its host, which httpx decodes lazily."""
    try:
        url = httpx.URL(address)
        url.host.encode()
        return url
    except INVALID_URL as odd:
        raise ClipError("refused_address", ascii(odd)) from odd


@contextmanager
def answered(client: httpx.Client, url: httpx.URL, **question: Any) -> Iterator[httpx.Response]:
    """Yield the streaming response; turn failures of httpx into a ClipError."""
    try:
        response = _ask(client, url, question)
        try:
            yield response
        finally:
            response.close()
    except httpx.TimeoutException as slow:
        raise TransientFailure("timed_out", repr(slow)) from slow
    except httpx.HTTPError as broken:
        raise TransientFailure("fetch_failed", repr(broken)) from broken


def _ask(client: httpx.Client, url: httpx.URL, question: dict[str, Any]) -> httpx.Response:
    """Return the response's head; httpx has parsed a redirect's location too."""
    try:
        return client.send(client.build_request("GET", url, **question), stream=True)
    except INVALID_URL as odd:
        raise ClipError("refused_address", ascii(odd)) from odd


def at_most(response: httpx.Response, max_bytes: int) -> Iterator[bytes]:
    """Yield the body, counting its bytes: the announced length proves nothing."""
    received = 0
    for chunk in response.iter_raw():
        received += len(chunk)
        if received > max_bytes:
            raise ClipError("too_large", f"more than {max_bytes} bytes")
        yield chunk


def _check(response: httpx.Response, max_bytes: int) -> None:
    check_status(response)
    kind = response.headers.get("content-type", "")
    if not kind.startswith(KINDS):
        raise ClipError("not_video", f"is {kind or 'of unknown type'}")
    length = response.headers.get("content-length", "0")[:LONGEST_NUMBER]
    if length.isascii() and length.isdigit() and int(length) > max_bytes:
        raise ClipError("too_large", "by its content-length")
