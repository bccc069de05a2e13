"""Polls in batches of 20 (F13, F16)."""

import json
import re
import threading
import time
from collections.abc import Iterable
from typing import Any

import httpx
import pytest

from footy.core.errors import FootyError, RateLimited, UpstreamUnavailable
from footy.core.http.client import HttpClient
from footy.goals.adapters.football import football as room
from footy.goals.adapters.football.api_football import SERVICE, ApiFootballClient
from footy.goals.adapters.football.api_football_bodies import read_fixtures
from footy.goals.adapters.football.football import Football
from footy.goals.model.quota import Quota
from footy.goals.settings import Rules
from tests.support.api_football import answering, entry, envelope
from tests.support.http_clients import Responder
from tests.support.slow_server import DRIPS, PAUSE, Part, Script, complete, dripping_body, dripping_head, slow_server
from tests.support.waiting import FAILED_SECONDS

GENEROUS_SECONDS = 60.0
FIFTY = list(range(1, 51))


def football(reply: Responder) -> Football:
    return Football(answering(reply), Rules())


def answered(request: httpx.Request, quota_left: int = 7000) -> httpx.Response:
    headers = {"x-ratelimit-requests-limit": "7500", "x-ratelimit-requests-remaining": str(quota_left)}
    ids = map(int, request.url.params["ids"].split("-"))
    return httpx.Response(200, headers=headers, json=envelope(map(entry, ids)))


def but(first: int, reply: Responder) -> Responder:
    """Everything is answered but the question that begins with this id."""
    return lambda request: (reply if request.url.params["ids"].startswith(f"{first}-") else answered)(request)


def broken(_: httpx.Request) -> httpx.Response:
    raise ZeroDivisionError


def test_many_are_asked_for_in_questions_of_twenty() -> None:
    sizes: list[int] = []

    def reply(request: httpx.Request) -> httpx.Response:
        sizes.append(len(request.url.params["ids"].split("-")))
        return answered(request)

    answer = football(reply).fixtures(FIFTY)
    assert sorted(sizes) == [10, 20, 20]
    assert ([body.id for body in answer.bodies], answer.missing) == (FIFTY, frozenset())


def test_questions_do_not_wait_for_each_other() -> None:
    both = threading.Barrier(2)

    def reply(request: httpx.Request) -> httpx.Response:
        both.wait(FAILED_SECONDS)
        return answered(request)

    assert len(football(reply).fixtures(FIFTY[:40]).bodies) == 40


def test_answers_are_read_by_one_while_others_are_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    readers: list[threading.Thread] = []

    def noted(*arguments: Any) -> Any:
        readers.append(threading.current_thread())
        return read_fixtures(*arguments)

    monkeypatch.setattr("footy.goals.adapters.football.api_football.read_fixtures", noted)
    assert len(football(answered).fixtures(FIFTY).bodies) == len(FIFTY)
    assert readers == 3 * [threading.current_thread()]


@pytest.mark.parametrize("reply", [lambda _: httpx.Response(503), broken], ids=["an outage", "a defect"])
def test_a_question_that_fails_harms_only_its_own(reply: Responder) -> None:
    answer = football(but(21, reply)).fixtures(FIFTY)
    assert [body.id for body in answer.bodies] == [*range(1, 21), *range(41, 51)]
    assert answer.missing == frozenset()


@pytest.mark.parametrize(
    ("status", "error"), [(503, UpstreamUnavailable), (429, RateLimited)], ids=["an outage", "too often"]
)
def test_the_failure_is_raised_when_no_batch_is_answered(status: int, error: type[FootyError]) -> None:
    with pytest.raises(error):
        football(lambda _: httpx.Response(status)).fixtures(FIFTY)


def test_the_lowest_quota_counts() -> None:
    answer = football(but(21, lambda request: answered(request, quota_left=6990))).fixtures(FIFTY)
    assert answer.quota == Quota(7500, 6990)


def test_fixtures_omitted_by_one_batch_are_missing() -> None:
    answer = football(but(21, lambda _: httpx.Response(200, json=envelope([entry(22)])))).fixtures(FIFTY)
    assert answer.missing == set(range(21, 41)) - {22}


def dripping_at(first: int, slowly: Script) -> Script:
    """A server that answers everything, but the question that begins with this id letter by letter."""

    def script(question: bytes) -> Iterable[Part]:
        ids = [int(_id) for _id in re.findall(rb"[0-9]+", question.split()[1].partition(b"ids=")[2])]
        return slowly(question) if ids[0] == first else complete(json.dumps(envelope(map(entry, ids))).encode())

    return script


@pytest.mark.parametrize("slowly", [dripping_head, dripping_body])
def test_a_dripping_batch_harms_only_itself(slowly: Script) -> None:
    with slow_server(dripping_at(21, slowly)) as server:
        began = time.monotonic()
        answer = Football(ApiFootballClient(HttpClient(SERVICE, seconds=1.0), server.url, "a key"), Rules()).fixtures(
            FIFTY
        )
        assert time.monotonic() - began < GENEROUS_SECONDS < DRIPS * PAUSE
        assert server.hung_up.wait(GENEROUS_SECONDS)
    assert [body.id for body in answer.bodies] == [*range(1, 21), *range(41, 51)]
    assert len(server.requests) == 3


def test_rejects_are_logged_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    warned: list[tuple[str, dict[str, Any]]] = []
    counted: dict[str, float] = {}
    monkeypatch.setattr(room, "log_warning", lambda action, **facts: warned.append((action, facts)))
    monkeypatch.setattr(room, "count", lambda name, value: counted.update({name: value}))
    strange, broken_one = {**entry(2), "lineups": 2**80}, {**entry(3), "teams": None}
    answer_body = envelope([entry(1), strange, broken_one])
    answer = football(lambda _: httpx.Response(200, json=answer_body)).fixtures([1, 2, 3])
    assert [known_body.id for known_body in answer.bodies] == [1]
    assert answer.missing == {2, 3}
    assert [(action, sorted(facts)) for action, facts in warned] == [
        ("row_rejected", ["fixture_id", "reason"]),
        ("fixtures_omitted", ["ids"]),
    ]
    assert (warned[0][1]["fixture_id"], warned[1][1]["ids"]) == (3, [2, 3])
    assert counted == {"RowsRejected": 1, "FixturesOmitted": 2}
