"""A file straight from its address, within limits of place, size and time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from fetcher.addresses import check_origin
from fetcher.http_status import Passing, check_status
from footy.core.errors import ClipError
from footy.goals.settings import Settings

HOPS = 3
MISSPELT = (httpx.InvalidURL, ValueError)  # no address, or a host that is no name in any alphabet
LONGEST_NUMBER = 20
KINDS = ("video/", "application/octet-stream", "binary/octet-stream")


def download(client: httpx.Client, address: str, file: Path, settings: Settings) -> None:
    """Writes what is at the address into the file, or says by a ClipError why not."""
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
    """An address that can be understood, its host included: that one is only decoded when somebody asks for it."""
    try:
        url = httpx.URL(address)
        url.host.encode()
        return url
    except MISSPELT as odd:
        raise ClipError("refused_address", ascii(odd)) from odd


@contextmanager
def answered(client: httpx.Client, url: httpx.URL, **question: Any) -> Iterator[httpx.Response]:
    """The answer to a question while it streams in; what breaks on the way is a ClipError."""
    try:
        response = _ask(client, url, question)
        try:
            yield response
        finally:
            response.close()
    except httpx.TimeoutException as slow:
        raise Passing("timed_out", repr(slow)) from slow
    except httpx.HTTPError as broken:
        raise Passing("fetch_failed", repr(broken)) from broken


def _ask(client: httpx.Client, url: httpx.URL, question: dict[str, Any]) -> httpx.Response:
    """The head of the answer; where it leads on, that place has been read too."""
    try:
        return client.send(client.build_request("GET", url, **question), stream=True)
    except MISSPELT as odd:
        raise ClipError("refused_address", ascii(odd)) from odd


def at_most(response: httpx.Response, max_bytes: int) -> Iterator[bytes]:
    """The body as it arrives; counted, because what it says of its length proves nothing."""
    taken = 0
    for chunk in response.iter_raw():
        taken += len(chunk)
        if taken > max_bytes:
            raise ClipError("too_large", f"more than {max_bytes} bytes")
        yield chunk


def _check(response: httpx.Response, max_bytes: int) -> None:
    check_status(response)
    kind = response.headers.get("content-type", "")
    if not kind.startswith(KINDS):
        raise ClipError("not_video", f"is {kind or 'of no named kind'}")
    length = response.headers.get("content-length", "0")[:LONGEST_NUMBER]
    if length.isascii() and length.isdigit() and int(length) > max_bytes:
        raise ClipError("too_large", "says so itself")
