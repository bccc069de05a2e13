"""Wikidata: finds a team's item and what people call it. One request at a time, as slowly as it asks."""

import re
import time
from collections.abc import Callable, Mapping, Sequence
from http.client import HTTPException, HTTPResponse
from math import ceil
from typing import NoReturn, TypeVar
from urllib.error import HTTPError

import httpx
from SPARQLWrapper import JSON, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import EndPointInternalError, SPARQLWrapperException

from footy.adapters.http import ask, objects, refuse_oversized, refuse_unending, retry_after, text
from footy.adapters.sparql import Row, check_question, checked_in, names_in, names_question, rows_of
from footy.errors import AccessDenied, MalformedAnswer, RateLimited, RequestRefused, UpstreamUnavailable
from footy.model.teams import Team
from footy.search.candidates import Checked, Hit, KnownTeam, is_worth_checking, phrases, the_team

SEARCH, QUERY = "Wikidata's search", "Wikidata's query service"
MOST_HITS = 10
LONGEST_QUERY = 60.0
UNTOLD_WAIT = 60.0
CHUNK = 65_536
ITEM = re.compile(r"Q[1-9][0-9]*")

Found = TypeVar("Found")


class Wikidata:
    """A polite reader: says who it is, asks one thing at a time, and waits as told within its time for a team."""

    def __init__(
        self,
        http: httpx.Client,
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
        """What Wikidata calls that team; none when no item is certainly it."""
        self._seconds, self._until = seconds, self._now() + seconds
        asked = set[str]()
        for phrase in phrases(team):
            hits = [hit for hit in self._search(phrase) if hit.entity not in asked and is_worth_checking(hit)]
            asked.update(hit.entity for hit in hits)
            found = the_team(team, hits, self._check(team, hits)) if hits else None
            if found:
                question = names_question(found.entity, national=team["national"])
                return KnownTeam(found.entity, names_in(self._query(question)))
        return None

    def _search(self, phrase: str) -> list[Hit]:
        asked = {"action": "wbsearchentities", "format": "json", "language": "en", "uselang": "en", "type": "item"}
        return self._politely(lambda timeout: self._ask_search({**asked, "search": phrase}, timeout))

    def _ask_search(self, asked: Mapping[str, str], timeout: float) -> list[Hit]:
        request = self._http.build_request(
            "GET",
            self._search_url,
            params={**asked, "limit": str(MOST_HITS)},
            headers={"User-Agent": self._agent},
            timeout=timeout,
        )
        answer = ask(self._http, request, SEARCH)
        if answer.status != httpx.codes.OK:
            _refused(SEARCH, answer.status, answer.headers)
        body = answer.json()
        failure = body.get("error")
        if isinstance(failure, dict):
            _failed(text(failure.get("code")), answer.headers)
        if not isinstance(body.get("search"), list):
            raise MalformedAnswer(f"{SEARCH} answered without its `search`")
        # Ids go into a query, so nothing else than an id may pass.
        return [hit for hit in map(_hit, objects(body["search"])) if ITEM.fullmatch(hit.entity)]

    def _check(self, team: Team, hits: Sequence[Hit]) -> list[Checked]:
        return checked_in(self._query(check_question((hit.entity for hit in hits), national=team["national"])))

    def _query(self, question: str) -> list[Row]:
        return self._politely(lambda timeout: self._ask_query(question, timeout))

    def _ask_query(self, question: str, timeout: float) -> list[Row]:
        service = SPARQLWrapper(self._sparql_url, agent=self._agent)
        service.setQuery(question)
        service.setReturnFormat(JSON)
        service.setTimeout(ceil(timeout))
        try:
            with service.query().response as response:
                return rows_of(_whole(response, time.monotonic() + timeout))
        except HTTPError as refusal:
            with refusal:
                _refused(QUERY, refusal.code, httpx.Headers(list(refusal.headers.items())))
        except EndPointInternalError as failure:
            raise UpstreamUnavailable(f"{QUERY} answered 500") from failure
        except SPARQLWrapperException as failure:
            raise RequestRefused(f"{QUERY} calls the query wrong: {type(failure).__name__}") from failure
        except (OSError, HTTPException) as failure:
            raise UpstreamUnavailable(f"{QUERY} did not answer: {type(failure).__name__}") from failure

    def _politely(self, question: Callable[[float], Found]) -> Found:
        """Asks when it may; told to wait, it asks once more after the wait."""
        self._wait_for_turn()
        try:
            return question(self._time_left())
        except RateLimited as told:
            self._closed_until = self._now() + told.retry_after
            self._wait_for_turn()
            return question(self._time_left())

    def _wait_for_turn(self) -> None:
        wait = self._closed_until - self._now()
        if wait > self._until - self._now():
            raise RateLimited(f"Wikidata wants patience, retry after {wait:.0f} s", retry_after=wait)
        if wait > 0:
            self._sleep(wait)

    def _time_left(self) -> float:
        left = self._until - self._now()
        if left <= 0:
            raise UpstreamUnavailable(f"Wikidata took longer than {self._seconds:.0f} s for a team")
        return min(left, LONGEST_QUERY)


def _whole(response: HTTPResponse, ends: float) -> bytes:
    body = bytearray()
    while chunk := response.read1(CHUNK):
        body += chunk
        refuse_oversized(len(body), QUERY)
        refuse_unending(ends, QUERY)
    return bytes(body)


def _refused(service: str, status: int, headers: httpx.Headers) -> NoReturn:
    if status == httpx.codes.TOO_MANY_REQUESTS or "retry-after" in headers:
        _told_to_wait(service, headers)
    if status in (httpx.codes.UNAUTHORIZED, httpx.codes.FORBIDDEN):
        raise AccessDenied(f"{service} refuses this user agent with {status}")
    if httpx.codes.is_client_error(status):
        raise RequestRefused(f"{service} calls the request wrong with {status}")
    raise UpstreamUnavailable(f"{service} answered {status}")


def _failed(code: str, headers: httpx.Headers) -> NoReturn:
    """The action API tells failures with a status of 200."""
    if code in ("ratelimited", "maxlag"):
        _told_to_wait(SEARCH, headers)
    if code.startswith("internal_api_error"):
        raise UpstreamUnavailable(f"{SEARCH} failed: {code}")
    raise RequestRefused(f"{SEARCH} calls the request wrong: {code}")


def _told_to_wait(service: str, headers: httpx.Headers) -> NoReturn:
    wait = retry_after(headers, otherwise=UNTOLD_WAIT)
    raise RateLimited(f"{service} wants patience, retry after {wait:.0f} s", retry_after=wait)


def _hit(item: dict[str, object]) -> Hit:
    match = item.get("match")
    matched = text(match.get("text")) if isinstance(match, dict) else ""
    label = text(item.get("label"))
    return Hit(text(item.get("id")), matched or label, label, text(item.get("description")))
