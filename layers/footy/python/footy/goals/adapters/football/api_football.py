"""API-Football v3 client: fixtures by id or by day, with every failure as a named error."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any

import httpx
from pydantic import ValidationError

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    PartialAnswer,
    QuotaExhausted,
    RateLimited,
    UpstreamUnavailable,
)
from footy.core.http.client import HttpClient, Reply, refusal, retry_after
from footy.core.http.lenient import LenientModel
from footy.goals.adapters.football.api_football_bodies import ONLY_GOALS, PollAnswer, read_fixtures
from footy.goals.model.quota import Quota

SERVICE = "API-Football"
SECONDS = 10.0
LARGEST = 10 * 1024 * 1024
DEFAULT_WAIT_SECONDS = 60.0
DENIALS = frozenset({"token", "key", "access", "suspended", "plan"})
LONGEST_NUMBER = 10
# 404 comes from a gateway in trouble, because our path is right; 499 is the API's time-out
TRANSIENT: Mapping[int, type[FootyError]] = {404: UpstreamUnavailable, 499: UpstreamUnavailable}

Unread = Callable[[], PollAnswer]


class _Paging(LenientModel):
    total: int = 1


class _Envelope(LenientModel):
    """Common envelope of every answer."""

    response: list[Any]
    paging: _Paging = _Paging()


class ApiFootballClient:
    """Client of API-Football; it never waits itself: errors carry the time to wait."""

    def __init__(self, http: HttpClient, url: str, key: str, kinds: Collection[str] = ONLY_GOALS) -> None:
        self._http = http
        self._url = f"{url.rstrip('/')}/fixtures"
        self._headers = {"x-apisports-key": key}
        self._kinds = kinds

    def by_ids(self, ids: Collection[int]) -> PollAnswer:
        """Return the fixtures of these ids with their events; the API answers more than 20 with an empty list (F13)."""
        return self.ask(ids)()

    def ask(self, ids: Collection[int]) -> Unread:
        """Send a request and return its reader, so that parallel requests are parsed one after the other."""
        return self._ask({"ids": "-".join(map(str, ids))}, ids=frozenset(ids))

    def by_date(self, day: date) -> PollAnswer:
        """Return all fixtures of a UTC day."""
        return self._ask({"date": day.isoformat()}, ids=frozenset())()

    def _ask(self, parameters: Mapping[str, str], ids: frozenset[int]) -> Unread:
        reply = self._http.request("GET", self._url, params=parameters, headers=self._headers)
        return partial(self._read, reply, parameters, ids)

    def _read(self, reply: Reply, parameters: Mapping[str, str], ids: frozenset[int]) -> PollAnswer:
        envelope = _envelope(reply)
        if envelope.paging.total > 1:
            raise PartialAnswer(f"the fixtures of {dict(parameters)} came in pages")
        bodies, rejects = read_fixtures(envelope.response, self._kinds)
        requested = tuple(body for body in bodies if not ids or body.id in ids)
        missing = ids - {body.id for body in requested}
        return PollAnswer(requested, tuple(rejects), missing, _quota(reply.headers))


def _envelope(reply: Reply) -> _Envelope:
    """Return the answer's envelope; raise its status or its `errors`, which come with status 200 too."""
    body = reply.json() if reply.good else _error_body(reply)
    if errors := body.get("errors"):
        raise _named_error(errors, reply)
    if not reply.good:
        raise refusal(reply, patience=DEFAULT_WAIT_SECONDS, but=TRANSIENT)
    try:
        return _Envelope.model_validate(body)
    except ValidationError as invalid:
        raise MalformedAnswer("API-Football answered without a list of fixtures") from invalid


def _error_body(reply: Reply) -> Mapping[str, Any]:
    """Return the JSON body of a refusal; a failed server's body is ignored."""
    if not httpx.codes.is_server_error(reply.status):
        with suppress(UpstreamUnavailable, MalformedAnswer):
            return reply.json()
    return {}


def _named_error(errors: object, reply: Reply) -> FootyError:
    """Return the error that the answer names."""
    named = {key.casefold(): text for key, text in errors.items()} if isinstance(errors, Mapping) else {}
    if "requests" in named:
        return QuotaExhausted(f"API-Football: {named['requests']}")
    if "ratelimit" in named:
        wait = retry_after(reply.headers, otherwise=DEFAULT_WAIT_SECONDS)
        return RateLimited(f"API-Football: {named['ratelimit']}", retry_after=wait)
    if denied := DENIALS & named.keys():
        return AccessDenied(f"API-Football: {named[min(denied)]}")
    return UpstreamUnavailable(f"API-Football: {errors}")


def _quota(headers: httpx.Headers) -> Quota | None:
    limit, remaining = (headers.get(f"x-ratelimit-requests-{name}", "") for name in ("limit", "remaining"))
    return Quota(int(limit), int(remaining)) if _is_number(limit) and _is_number(remaining) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER
