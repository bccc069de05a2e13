"""A file straight from its address, within limits of place, size and time."""

import time
from pathlib import Path

import httpx

from clips.addresses import check_origin, check_peer, is_literal
from footy.errors import ClipError
from footy.settings import Settings

CHUNK = 1 << 16
HOPS = 3
SILENCE_SECONDS = 15.0
KINDS = ("video/", "application/octet-stream", "binary/octet-stream")
REASONS = {401: "deleted", 403: "geo_blocked", 404: "deleted", 410: "deleted", 429: "rate_limited", 451: "geo_blocked"}


def make_client() -> httpx.Client:
    """A client that goes where it is told: no proxy of the environment, no redirects of its own."""
    return httpx.Client(trust_env=False, follow_redirects=False, timeout=SILENCE_SECONDS)


def download(client: httpx.Client, address: str, file: Path, settings: Settings) -> None:
    """Writes what is at the address into the file, or says by a ClipError why not."""
    deadline = time.monotonic() + settings.rules.clip_fetch_seconds
    try:
        url = httpx.URL(address)
        for _ in range(HOPS):
            onward = _take(client, url, file, settings, deadline)
            if onward is None:
                return
            url = onward
    except httpx.TimeoutException as slow:
        raise ClipError("timed_out", repr(slow)) from slow
    except httpx.InvalidURL as odd:
        raise ClipError("refused_address", repr(odd)) from odd
    except httpx.HTTPError as broken:
        raise ClipError("fetch_failed", repr(broken)) from broken
    raise ClipError("fetch_failed", "too many redirects")


def _take(client: httpx.Client, url: httpx.URL, file: Path, settings: Settings, deadline: float) -> httpx.URL | None:
    """Takes the file, or answers where it has moved to."""
    check_origin(url, settings.media_origins)
    request = client.build_request("GET", url, extensions={} if is_literal(url.host) else {"trace": check_peer})
    request.extensions["timeout"] = httpx.Timeout(SILENCE_SECONDS).as_dict()
    response = client.send(request, stream=True)
    try:
        if response.next_request is not None:
            return response.next_request.url
        _check(response, settings.rules.clip_max_bytes)
        _write(response, file, settings.rules.clip_max_bytes, deadline)
    finally:
        response.close()
    return None


def _check(response: httpx.Response, max_bytes: int) -> None:
    if response.is_error:
        reason = REASONS.get(response.status_code, "fetch_failed")
        raise ClipError(reason, f"answered {response.status_code}")
    kind = response.headers.get("content-type", "")
    if not kind.startswith(KINDS):
        raise ClipError("not_video", f"is {kind or 'of no named kind'}")
    if int(response.headers.get("content-length", "0")) > max_bytes:
        raise ClipError("too_large", "says so itself")


def _write(response: httpx.Response, file: Path, max_bytes: int, deadline: float) -> None:
    taken = 0
    with file.open("wb") as into:
        for chunk in response.iter_bytes(CHUNK):
            taken += len(chunk)
            if taken > max_bytes:
                raise ClipError("too_large", f"more than {max_bytes} bytes")
            if time.monotonic() > deadline:
                raise ClipError("timed_out", f"{taken} bytes when time was up")
            into.write(chunk)
