"""The one door outward: every question has a deadline and every answer a largest size, whatever the other side does."""

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
    """Status, headers and the whole body of one answer."""

    service: str
    status: int
    headers: httpx.Headers
    body: bytes

    @property
    def good(self) -> bool:
        """Whether it is a whole, plain answer."""
        return self.status == httpx.codes.OK

    def json(self) -> dict[str, Any]:
        """The body as a JSON object; a page of HTML means that the service itself did not answer."""
        try:
            parsed = _read(self.body)
        except (ValueError, RecursionError) as broken:
            raise UpstreamUnavailable(f"{self.service} answered {self.status} without JSON") from broken
        if not isinstance(parsed, dict):
            raise MalformedAnswer(f"{self.service} answered with a {type(parsed).__name__}, not an object")
        return parsed


def _read(body: bytes) -> object:
    """With the faster reader, which takes no half of a character: what it refuses the patient one may read."""
    from pydantic_core import from_json  # noqa: PLC0415 - the task that fetches clips has none

    try:
        return from_json(body)
    except ValueError:
        return notation.loads(body)


class HttpClient:
    """The way to one foreign service; each question has `seconds` in all, from the look-up to the last byte."""

    def __init__(
        self,
        service: str,
        *,
        seconds: float,
        largest: int = LARGEST,
        transport: httpx.BaseTransport | None = None,
        proof: httpx.Auth | None = None,
        addresses: Resolver = resolve_addresses,
    ) -> None:
        self._service = service
        self._seconds = seconds
        self._largest = largest
        self._transport = transport
        self._proof = proof
        self._addresses = addresses

    def ask(
        self,
        method: str,
        url: str,
        *,
        params: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
        json: object = None,
        seconds: float | None = None,
    ) -> Reply:
        """The whole answer, whatever its status; no whole answer in time is a named failure."""
        patience = self._seconds if seconds is None else seconds
        with self._client(patience) as client:
            try:
                request = client.build_request(method, url, params=params, headers=headers, json=json)
            except (httpx.InvalidURL, UnicodeError) as odd:
                raise RequestRefused(f"{self._service} cannot be asked that: {type(odd).__name__}") from odd
            try:
                return self._reply(client, request)
            except httpx.TimeoutException as slow:
                raise UpstreamUnavailable(f"{self._service} did not answer within {patience:.1f} s") from slow
            except httpx.HTTPError as broken:
                raise UpstreamUnavailable(f"{self._service} did not answer: {type(broken).__name__}") from broken

    def _client(self, seconds: float) -> httpx.Client:
        """One per question: questions are half a minute apart, and no connection would be kept for so long."""
        transport = self._transport or DeadlineTransport(time.monotonic() + seconds, self._addresses)
        timeout = httpx.Timeout(seconds, connect=min(seconds, CONNECT_SECONDS))
        return httpx.Client(transport=transport, timeout=timeout, trust_env=False, follow_redirects=False)

    def _reply(self, client: httpx.Client, request: httpx.Request) -> Reply:
        response = client.send(request, stream=True, auth=self._proof)
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
    """The key of a service, as every OpenAI-compatible server takes it."""

    def __init__(self, key: str) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """The request with the key."""
        request.headers["authorization"] = f"Bearer {self._key}"
        yield request


def refusal(
    reply: Reply,
    *,
    patience: float = PATIENCE_SECONDS,
    said: str = "",
    but: Mapping[int, type[FootyError]] | None = None,
) -> FootyError:
    """The error that a status stands for; `but` has the rows in which a service differs from all others."""
    error = {**REFUSALS, **(but or {})}.get(reply.status) or _of_its_class(reply)
    words = f"{reply.service} answered {reply.status}{said}"
    if error is not RateLimited:
        return error(words)
    wait = retry_after(reply.headers, otherwise=patience)
    return RateLimited(f"{words}, retry after {wait:.0f} s", retry_after=wait)


def _of_its_class(reply: Reply) -> type[FootyError]:
    if reply.status == httpx.codes.SERVICE_UNAVAILABLE and "retry-after" in reply.headers:
        return RateLimited
    return RequestRefused if httpx.codes.is_client_error(reply.status) else UpstreamUnavailable


def retry_after(headers: httpx.Headers, *, otherwise: float) -> float:
    """Seconds to stay away, a day at most: from a Retry-After header in either of its two forms."""
    said = headers.get("retry-after", "").strip()[:LONGEST_HEADER]
    if said.isascii() and said.isdigit():
        return min(float(said), LONGEST_PATIENCE)
    try:
        now = parsedate_to_datetime(headers["date"]) if "date" in headers else datetime.now(UTC)
        wait = (parsedate_to_datetime(said) - now).total_seconds()
    except (TypeError, ValueError, OverflowError):  # no dates, or one without a zone
        return otherwise
    return min(max(wait, 0.0), LONGEST_PATIENCE)
