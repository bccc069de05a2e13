"""HTTP client for foreign services: a total deadline per request and a size limit per answer."""

import json as notation
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
    RequestRefused,
    UpstreamUnavailable,
)
from footy.core.http.connections import DeadlineTransport, Resolver, resolve_addresses

LARGEST = 4 * 1024 * 1024
CONNECT_SECONDS = 5.0
PATIENCE_SECONDS = 60.0
LONGEST_PATIENCE = 86_400.0
LONGEST_HEADER = 64
REFUSALS: Mapping[int, type[FootyError]] = {
    401: AccessDenied,
    402: QuotaExhausted,
    403: AccessDenied,
    408: UpstreamUnavailable,
    425: UpstreamUnavailable,
    429: RateLimited,
}


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers and whole body of an answer."""

    service: str
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def good(self) -> bool:
        """Return True for a complete plain answer (200)."""
        return self.status == httpx.codes.OK

    def json(self) -> dict[str, Any]:
        """Parse the body as a JSON object; anything else, such as an HTML page, means that the service is down."""
        try:
            parsed = _read(self.body)
        except (ValueError, RecursionError) as broken:
            raise UpstreamUnavailable(f"{self.service} answered {self.status} without JSON") from broken
        if not isinstance(parsed, dict):
            raise MalformedAnswer(f"{self.service} answered with a {type(parsed).__name__}, not an object")
        return parsed


def _read(body: bytes) -> object:
    """Parse with pydantic's faster parser; it rejects lone surrogates, which the standard one accepts."""
    from pydantic_core import from_json  # noqa: PLC0415 - the clips container has no pydantic

    try:
        return from_json(body)
    except ValueError:
        return notation.loads(body)


class HttpClient:
    """Client of one foreign service; `seconds` limits a request from the look-up to the last byte."""

    def __init__(
        self,
        service: str,
        *,
        seconds: float,
        largest: int = LARGEST,
        transport: httpx.BaseTransport | None = None,
        auth: httpx.Auth | None = None,
        addresses: Resolver = resolve_addresses,
    ) -> None:
        self._service = service
        self._seconds = seconds
        self._largest = largest
        self._transport = transport
        self._auth = auth
        self._addresses = addresses

    def request(
        self,
        method: str,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        seconds: float | None = None,
    ) -> Reply:
        """Send a request and return the whole answer, whatever its status; raise a named error without one."""
        limit = self._seconds if seconds is None else seconds
        with self._client(limit) as client:
            try:
                request = client.build_request(method, url, params=params, headers=headers, json=json)
            except (httpx.InvalidURL, UnicodeError) as invalid:
                raise RequestRefused(f"invalid request to {self._service}: {type(invalid).__name__}") from invalid
            try:
                return self._reply(client, request)
            except httpx.TimeoutException as slow:
                raise UpstreamUnavailable(f"{self._service} did not answer within {limit:.1f} s") from slow
            except httpx.HTTPError as broken:
                raise UpstreamUnavailable(f"{self._service} did not answer: {type(broken).__name__}") from broken

    def _client(self, seconds: float) -> httpx.Client:
        """Create a client for one request: requests are half a minute apart, so no connection would be reused."""
        transport = self._transport or DeadlineTransport(time.monotonic() + seconds, self._addresses)
        timeout = httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        return httpx.Client(transport=transport, timeout=timeout, trust_env=False, follow_redirects=False)

    def _reply(self, client: httpx.Client, request: httpx.Request) -> Reply:
        response = client.send(request, stream=True, auth=self._auth)
        try:
            body = bytearray()
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > self._largest:
                    raise MalformedAnswer(f"{self._service} answered with more than {self._largest} bytes")
        finally:
            response.close()
        return Reply(self._service, response.status_code, response.headers, bytes(body))


class Bearer(httpx.Auth):
    """API key in the Authorization header."""

    def __init__(self, key: str) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["authorization"] = f"Bearer {self._key}"
        yield request


def refusal(
    reply: Reply,
    *,
    patience: float = PATIENCE_SECONDS,
    detail: str = "",
    but: Mapping[int, type[FootyError]] | None = None,
) -> FootyError:
    """Return the error for a status; `but` overrides the usual meaning of some statuses."""
    error = {**REFUSALS, **(but or {})}.get(reply.status) or _by_class(reply)
    message = f"{reply.service} answered {reply.status}{detail}"
    if error is not RateLimited:
        return error(message)
    wait = retry_after(reply.headers, otherwise=patience)
    return RateLimited(f"{message}, retry after {wait:.0f} s", retry_after=wait)


def _by_class(reply: Reply) -> type[FootyError]:
    if reply.status == httpx.codes.SERVICE_UNAVAILABLE and "retry-after" in reply.headers:
        return RateLimited
    return RequestRefused if httpx.codes.is_client_error(reply.status) else UpstreamUnavailable


def retry_after(headers: httpx.Headers, *, otherwise: float) -> float:
    """Return the seconds of a Retry-After header, in either of its forms and at most a day."""
    text = headers.get("retry-after", "").strip()[:LONGEST_HEADER]
    if text.isascii() and text.isdigit():
        return min(float(text), LONGEST_PATIENCE)
    try:
        now = parsedate_to_datetime(headers["date"]) if "date" in headers else datetime.now(UTC)
        wait = (parsedate_to_datetime(text) - now).total_seconds()
    except (TypeError, ValueError, OverflowError):  # not a date, or one without a time zone
        return otherwise
    return min(max(wait, 0.0), LONGEST_PATIENCE)
