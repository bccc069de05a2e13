"""Reads what foreign services answer: bounded in size, typed in failure, never taken on trust."""

import json
import time
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime

import httpx

from footy.errors import MalformedAnswer, UpstreamUnavailable

LARGEST = 4 * 1024 * 1024
DAY = 86_400

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers and the whole body of one answer."""

    service: str
    status: int
    headers: httpx.Headers
    body: bytes

    def json(self) -> JsonObject:
        """The body as a JSON object; a page of HTML means that the service itself did not answer."""
        try:
            parsed = json.loads(self.body)
        except (ValueError, RecursionError) as broken:
            raise UpstreamUnavailable(f"{self.service} answered {self.status} without JSON") from broken
        if not isinstance(parsed, dict):
            raise MalformedAnswer(f"{self.service} answered with a {type(parsed).__name__}, not an object")
        return parsed


def ask(http: httpx.Client, request: httpx.Request, service: str) -> Reply:
    """Sends one request and reads its answer; no whole answer within the client's timeouts is a named failure."""
    ends = time.monotonic() + request.extensions["timeout"]["read"]
    try:
        with_body = http.send(request, stream=True)
        try:
            return Reply(service, with_body.status_code, with_body.headers, _bounded(with_body, service, ends))
        finally:
            with_body.close()
    except httpx.HTTPError as failure:
        raise UpstreamUnavailable(f"{service} did not answer: {type(failure).__name__}") from failure


def refuse_oversized(size: int, service: str) -> None:
    """No service asked here has reason to answer at such length."""
    if size > LARGEST:
        raise MalformedAnswer(f"{service} answered with more than {LARGEST} bytes")


def retry_after(headers: httpx.Headers, *, otherwise: float) -> float:
    """Seconds to stay away, from a Retry-After header in either of its two forms."""
    told = headers.get("retry-after", "").strip()
    if told.isdigit():
        return float(told)
    try:
        return max(1.0, (parsedate_to_datetime(told) - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return otherwise


def objects(value: object) -> list[JsonObject]:
    """The objects in a foreign list; anything else in it is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """A foreign text, or nothing."""
    return value if isinstance(value, str) else ""


def whole(value: object) -> int | None:
    """A foreign whole number, or none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def address(value: object) -> str:
    """A foreign address as addresses are written, in ASCII; or nothing."""
    return value if isinstance(value, str) and value.isascii() else ""


def length(value: object, *, per_second: int) -> float | None:
    """A foreign length in seconds, or none; what would last a day is no length of a video."""
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0
    return number / per_second if 0 < number < per_second * DAY else None


def moment(value: object) -> datetime | None:
    """A foreign ISO time with its zone, or none."""
    try:
        parsed = datetime.fromisoformat(text(value))
    except ValueError:
        return None
    return parsed if parsed.tzinfo else None


def refuse_unending(ends: float, service: str) -> None:
    """Whoever sends a byte now and then is never silent for long enough to be given up for that."""
    if time.monotonic() > ends:
        raise UpstreamUnavailable(f"{service} was still answering when its time was over")


def _bounded(response: httpx.Response, service: str, ends: float) -> bytes:
    body = bytearray()
    for chunk in response.iter_bytes():
        body += chunk
        refuse_oversized(len(body), service)
        refuse_unending(ends, service)
    return bytes(body)
