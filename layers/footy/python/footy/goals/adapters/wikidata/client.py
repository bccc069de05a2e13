"""Wikidata client: finds a team's item and its names, one request at a time within its rate limits."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from typing import NoReturn, TypeVar

from pydantic import ValidationError

from footy.core.errors import MalformedAnswer, RateLimited, RequestRefused, UpstreamUnavailable
from footy.core.http.client import HttpClient, Reply, refusal, retry_after
from footy.core.http.lenient import LenientModel, ReadableItems
from footy.goals.adapters.wikidata.sparql import (
    Query,
    Row,
    check_question,
    checked_in,
    names_in,
    names_question,
    rows_of,
)
from footy.goals.model.teams import Team
from footy.goals.search.candidates import Hit, KnownTeam, TeamCandidate, find_team, is_worth_checking, search_phrases

MOST_HITS = 10
LONGEST_QUERY = 60.0
DEFAULT_WAIT = 60.0
ITEM = re.compile(r"Q[1-9][0-9]{0,18}")

Answer = TypeVar("Answer")


class _Match(LenientModel):
    text: str = ""


class _Hit(LenientModel):
    id: str = ""
    label: str = ""
    description: str = ""
    match: _Match = _Match()


class _Error(LenientModel):
    code: str = ""


class _Status(LenientModel):
    """Status of an answer: the action API reports failures with HTTP status 200."""

    error: _Error | None = None


class _Hits(LenientModel):
    search: ReadableItems[_Hit]


class Wikidata:
    """Wikidata look-ups with a User-Agent, in sequence, within a total time per team."""

    def __init__(
        self,
        http: HttpClient,
        *,
        search_url: str,
        sparql_url: str,
        agent: str,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._http = http
        self._search_url = search_url
        self._sparql_url = sparql_url
        self._agent = agent
        self._now = now
        self._sleep = sleep
        self._closed_until = 0.0
        self._seconds = self._until = 0.0

    def names_of(self, team: Team, *, seconds: float) -> KnownTeam | None:
        """Return Wikidata's names of a team; None when no item certainly is that team."""
        self._seconds, self._until = seconds, self._now() + seconds
        checked = set[str]()
        for phrase in search_phrases(team):
            hits = [hit for hit in self._search(phrase) if hit.entity not in checked and is_worth_checking(hit)]
            checked.update(hit.entity for hit in hits)
            item = find_team(team, hits, self._check(team, hits)) if hits else None
            if item:
                question = names_question(item.entity, national=team["national"])
                return KnownTeam(item.entity, names_in(self._query(question)))
        return None

    def _search(self, phrase: str) -> list[Hit]:
        parameters = {"action": "wbsearchentities", "format": "json", "language": "en", "uselang": "en", "type": "item"}
        return self._rate_limited(lambda seconds: self._ask_search({**parameters, "search": phrase}, seconds))

    def _ask_search(self, parameters: Mapping[str, str], seconds: float) -> list[Hit]:
        reply = self._http.request(
            "GET",
            self._search_url,
            params={**parameters, "limit": str(MOST_HITS)},
            headers={"User-Agent": self._agent},
            seconds=seconds,
        )
        if not reply.good:
            raise refusal(reply, patience=DEFAULT_WAIT)
        return _hits(reply)

    def _check(self, team: Team, hits: Sequence[Hit]) -> list[TeamCandidate]:
        return checked_in(self._query(check_question((hit.entity for hit in hits), national=team["national"])))

    def _query(self, question: str) -> list[Row]:
        return self._rate_limited(lambda seconds: self._ask_query(question, seconds))

    def _ask_query(self, question: str, seconds: float) -> list[Row]:
        reply = Query(self._http, self._sparql_url, question, agent=self._agent, seconds=seconds).reply()
        if not reply.good:
            raise refusal(reply, patience=DEFAULT_WAIT)
        return rows_of(reply)

    def _rate_limited(self, question: Callable[[float], Answer]) -> Answer:
        """Ask within the rate limit; after a 429, wait and ask once more."""
        self._wait_for_turn()
        try:
            return question(self._time_left())
        except RateLimited as limit:
            self._closed_until = self._now() + limit.retry_after
            self._wait_for_turn()
            return question(self._time_left())

    def _wait_for_turn(self) -> None:
        wait = self._closed_until - self._now()
        if wait > self._until - self._now():
            raise RateLimited(f"Wikidata is rate limiting, retry after {wait:.0f} s", retry_after=wait)
        if wait > 0:
            self._sleep(wait)

    def _time_left(self) -> float:
        remaining = self._until - self._now()
        if remaining <= 0:
            raise UpstreamUnavailable(f"Wikidata took longer than {self._seconds:.0f} s for a team")
        return min(remaining, LONGEST_QUERY)


def _hits(reply: Reply) -> list[Hit]:
    body = reply.json()
    if error := _Status.model_validate(body).error:
        _failed(error.code, reply)
    try:
        hits = _Hits.model_validate(body).search
    except ValidationError as invalid:
        raise MalformedAnswer("Wikidata answered without its `search`") from invalid
    # ids become part of a query: allow nothing else
    return [_hit(hit) for hit in hits if ITEM.fullmatch(hit.id)]


def _failed(code: str, reply: Reply) -> NoReturn:
    if code in ("ratelimited", "maxlag"):
        wait = retry_after(reply.headers, otherwise=DEFAULT_WAIT)
        raise RateLimited(f"Wikidata is rate limiting, retry after {wait:.0f} s", retry_after=wait)
    if code.startswith("internal_api_error"):
        raise UpstreamUnavailable(f"Wikidata's search failed: {code}")
    raise RequestRefused(f"Wikidata rejects the search: {code}")


def _hit(hit: _Hit) -> Hit:
    return Hit(hit.id, hit.match.text or hit.label, hit.label, hit.description)
