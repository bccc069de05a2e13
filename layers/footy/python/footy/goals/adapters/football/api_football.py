"""The client of API-Football v3: two questions, and every way they can fail under its own name."""

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
PATIENCE_SECONDS = 60.0
DENIALS = frozenset({"token", "key", "access", "suspended", "plan"})
LONGEST_NUMBER = 10
# its one address is right, so whoever does not find it is a gateway in trouble; 499 is its own word for a time-out
PASSING: Mapping[int, type[FootyError]] = {404: UpstreamUnavailable, 499: UpstreamUnavailable}

Unread = Callable[[], PollAnswer]


class _Paging(LenientModel):
    total: int = 1


class _Envelope(LenientModel):
    """What every answer is wrapped in."""

    response: list[Any]
    paging: _Paging = _Paging()


class ApiFootballClient:
    """Fixtures by id or by day. It never waits by itself: an error says how long to be patient."""

    def __init__(self, http: HttpClient, url: str, key: str, kinds: Collection[str] = ONLY_GOALS) -> None:
        self._http = http
        self._url = f"{url.rstrip('/')}/fixtures"
        self._headers = {"x-apisports-key": key}
        self._kinds = kinds

    def by_ids(self, ids: Collection[int]) -> PollAnswer:
        """The fixtures of these ids, their events with them; more than 20 at once are answered with none."""
        return self.ask(ids)()

    def ask(self, ids: Collection[int]) -> Unread:
        """The answer about these ids as it came; what is in it, or wrong with it, is told when it is read."""
        return self._ask({"ids": "-".join(map(str, ids))}, asked=frozenset(ids))

    def by_date(self, day: date) -> PollAnswer:
        """All fixtures of a day, in UTC."""
        return self._ask({"date": day.isoformat()}, asked=frozenset())()

    def _ask(self, parameters: Mapping[str, str], asked: frozenset[int]) -> Unread:
        reply = self._http.request("GET", self._url, params=parameters, headers=self._headers)
        return partial(self._read, reply, parameters, asked)

    def _read(self, reply: Reply, parameters: Mapping[str, str], asked: frozenset[int]) -> PollAnswer:
        envelope = _envelope(reply)
        if envelope.paging.total > 1:
            raise PartialAnswer(f"the fixtures of {dict(parameters)} came in pages")
        bodies, rejects = read_fixtures(envelope.response, self._kinds)
        wanted = tuple(body for body in bodies if not asked or body.id in asked)
        missing = asked - {body.id for body in wanted}
        return PollAnswer(wanted, tuple(rejects), missing, _quota(reply.headers))


def _envelope(reply: Reply) -> _Envelope:
    """The answer, unless it is an error: by its status, or by its `errors` behind a friendly 200."""
    body = reply.json() if reply.good else _beside(reply)
    if errors := body.get("errors"):
        raise _told(errors, reply)
    if not reply.good:
        raise refusal(reply, patience=PATIENCE_SECONDS, but=PASSING)
    try:
        return _Envelope.model_validate(body)
    except ValidationError as odd:
        raise MalformedAnswer("API-Football answered without a list of fixtures") from odd


def _beside(reply: Reply) -> Mapping[str, Any]:
    """What is said beside a status that says no already; a server that failed has nothing to say."""
    if not httpx.codes.is_server_error(reply.status):
        with suppress(UpstreamUnavailable, MalformedAnswer):
            return reply.json()
    return {}


def _told(errors: object, reply: Reply) -> FootyError:
    """The error that the answer names."""
    named = {key.casefold(): text for key, text in errors.items()} if isinstance(errors, Mapping) else {}
    if "requests" in named:
        return QuotaExhausted(f"API-Football: {named['requests']}")
    if "ratelimit" in named:
        wait = retry_after(reply.headers, otherwise=PATIENCE_SECONDS)
        return RateLimited(f"API-Football: {named['ratelimit']}", retry_after=wait)
    if denied := DENIALS & named.keys():
        return AccessDenied(f"API-Football: {named[min(denied)]}")
    return UpstreamUnavailable(f"API-Football: {errors}")


def _quota(headers: httpx.Headers) -> Quota | None:
    limit, remaining = (headers.get(f"x-ratelimit-requests-{name}", "") for name in ("limit", "remaining"))
    return Quota(int(limit), int(remaining)) if _is_number(limit) and _is_number(remaining) else None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < LONGEST_NUMBER
