"""The client of API-Football v3: two questions, and every way they can fail under its own name."""

import json
from collections.abc import Collection, Mapping
from datetime import date
from email.utils import parsedate_to_datetime
from typing import Any, TypedDict, cast

import httpx

from footy.adapters.api_football_bodies import PollAnswer, Quota, read_fixtures
from footy.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    PartialAnswer,
    QuotaExhausted,
    RateLimited,
    UpstreamUnavailable,
)

TIMEOUT_SECONDS = 10.0
MAX_BYTES = 10 * 1024 * 1024
PATIENCE_SECONDS = 60.0
DENIALS = frozenset({"token", "key", "access", "suspended", "plan"})


class _Envelope(TypedDict):
    """What every answer is wrapped in."""

    errors: object
    paging: Mapping[str, int]
    response: list[object]


class ApiFootball:
    """Fixtures by id or by day. It never waits by itself: an error says how long to be patient."""

    def __init__(self, http: httpx.Client, url: str, key: str) -> None:
        self._http = http
        self._url = f"{url.rstrip('/')}/fixtures"
        self._headers = {"x-apisports-key": key}

    def by_ids(self, ids: Collection[int]) -> PollAnswer:
        """The fixtures of these ids, their events with them; more than 20 at once are answered with none."""
        return self._ask({"ids": "-".join(map(str, ids))}, asked=frozenset(ids))

    def by_date(self, day: date) -> PollAnswer:
        """All fixtures of a day, in UTC."""
        return self._ask({"date": day.isoformat()}, asked=frozenset())

    def _ask(self, parameters: Mapping[str, str], asked: frozenset[int]) -> PollAnswer:
        response, content = self._fetch(parameters)
        envelope = _envelope(response, content)
        if envelope.get("paging", {}).get("total", 1) > 1:
            raise PartialAnswer(f"the fixtures of {dict(parameters)} came in pages")
        bodies, rejects = read_fixtures(envelope["response"])
        wanted = tuple(body for body in bodies if not asked or body.id in asked)
        missing = asked - {body.id for body in wanted}
        return PollAnswer(wanted, tuple(rejects), missing, _quota(response.headers))

    def _fetch(self, parameters: Mapping[str, str]) -> tuple[httpx.Response, bytes]:
        request = self._http.build_request(
            "GET", self._url, params=parameters, headers=self._headers, timeout=TIMEOUT_SECONDS
        )
        content = bytearray()
        try:
            response = self._http.send(request, stream=True)
            try:
                for chunk in response.iter_bytes():
                    content += chunk
                    if len(content) > MAX_BYTES:
                        raise MalformedAnswer(f"the answer to {dict(parameters)} is larger than {MAX_BYTES} bytes")
            finally:
                response.close()
        except httpx.HTTPError as failure:
            raise UpstreamUnavailable(f"API-Football: {type(failure).__name__} {failure}") from failure
        return response, bytes(content)


def _envelope(response: httpx.Response, content: bytes) -> _Envelope:
    """The answer, unless it is an error: by its status, or by its `errors` behind a friendly 200."""
    if response.status_code >= httpx.codes.INTERNAL_SERVER_ERROR:
        raise UpstreamUnavailable(f"API-Football answered {response.status_code}")
    answer = _json(content)
    errors = answer.get("errors") if isinstance(answer, Mapping) else None
    if errors:
        raise _told(errors, response)
    if response.status_code != httpx.codes.OK:
        raise _refused(response)
    if answer is None:
        raise UpstreamUnavailable("API-Football answered something that is not JSON")
    if not isinstance(answer, Mapping) or not isinstance(answer.get("response"), list):
        raise MalformedAnswer("API-Football answered without a list of fixtures")
    return cast("_Envelope", answer)


def _json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _told(errors: object, response: httpx.Response) -> FootyError:
    """The error that the answer names."""
    named = {key.casefold(): text for key, text in errors.items()} if isinstance(errors, Mapping) else {}
    if "requests" in named:
        return QuotaExhausted(f"API-Football: {named['requests']}")
    if "ratelimit" in named:
        return RateLimited(f"API-Football: {named['ratelimit']}", retry_after=_retry_after(response))
    if denied := DENIALS & named.keys():
        return AccessDenied(f"API-Football: {named[min(denied)]}")
    return UpstreamUnavailable(f"API-Football: {errors}")


def _refused(response: httpx.Response) -> FootyError:
    """The error that the status names."""
    said = f"API-Football answered {response.status_code}"
    if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return RateLimited(said, retry_after=_retry_after(response))
    if response.status_code in {httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN}:
        return AccessDenied(said)
    return UpstreamUnavailable(said)


def _retry_after(response: httpx.Response) -> float:
    """The patience asked for: in seconds, or until a date by the clock of the one who asks."""
    told = response.headers.get("retry-after", "")
    if told.isdecimal():
        return float(told)
    try:
        until = parsedate_to_datetime(told)
        return max((until - parsedate_to_datetime(response.headers["date"])).total_seconds(), 0.0)
    except (ValueError, TypeError, KeyError):
        return PATIENCE_SECONDS


def _quota(headers: httpx.Headers) -> Quota | None:
    limit, remaining = (headers.get(f"x-ratelimit-requests-{name}", "") for name in ("limit", "remaining"))
    return Quota(int(limit), int(remaining)) if limit.isdecimal() and remaining.isdecimal() else None
