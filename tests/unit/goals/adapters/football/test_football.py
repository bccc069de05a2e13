"""Polls in batches of 20 (F13, F16)."""

import threading

import httpx
import pytest

from footy.core.errors import FootyError, RateLimited, UpstreamUnavailable
from footy.goals.adapters.football.football import Football
from footy.goals.model.quota import Quota
from footy.goals.settings import Rules
from tests.support.api_football import answering, entry, envelope
from tests.support.http_clients import Responder
from tests.support.waiting import FAILED_SECONDS

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


def test_rejects_and_omissions_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: dict[str, float] = {}
    monkeypatch.setattr(
        "footy.goals.adapters.football.football.count", lambda name, value: counts.update({name: value})
    )
    answer_body = envelope([entry(1), {**entry(2), "lineups": 2**80}, {**entry(3), "teams": None}])
    answer = football(lambda _: httpx.Response(200, json=answer_body)).fixtures([1, 2, 3])
    assert ([body.id for body in answer.bodies], answer.missing) == ([1], frozenset({2, 3}))
    assert counts == {"RowsRejected": 1, "FixturesOmitted": 2}
