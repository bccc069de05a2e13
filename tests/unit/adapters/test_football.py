import threading
from collections.abc import Callable

import httpx
import pytest

from footy.adapters.api_football_bodies import Quota
from footy.adapters.football import ask
from footy.errors import FootyError, RateLimited, UpstreamUnavailable
from footy.settings import Rules
from tests.unit.fixtures.football import answering, entry, envelope

RULES = Rules()
FIFTY = list(range(1, 51))


def found(request: httpx.Request, left: int = 7000) -> httpx.Response:
    headers = {"x-ratelimit-requests-limit": "7500", "x-ratelimit-requests-remaining": str(left)}
    ids = map(int, request.url.params["ids"].split("-"))
    return httpx.Response(200, headers=headers, json=envelope(map(entry, ids)))


def but(first: int, reply: Callable[[httpx.Request], httpx.Response]) -> Callable[[httpx.Request], httpx.Response]:
    """Everything is answered but the question that begins with this id."""
    return lambda request: (reply if request.url.params["ids"].startswith(f"{first}-") else found)(request)


def broken(_: httpx.Request) -> httpx.Response:
    raise ZeroDivisionError


def test_many_are_asked_for_in_questions_of_twenty() -> None:
    sizes: list[int] = []

    def reply(request: httpx.Request) -> httpx.Response:
        sizes.append(len(request.url.params["ids"].split("-")))
        return found(request)

    answer = ask(answering(reply), FIFTY, RULES)
    assert sorted(sizes) == [10, 20, 20]
    assert ([body.id for body in answer.bodies], answer.missing) == (FIFTY, frozenset())


def test_questions_do_not_wait_for_each_other() -> None:
    both = threading.Barrier(2)

    def reply(request: httpx.Request) -> httpx.Response:
        both.wait(timeout=30)
        return found(request)

    assert len(ask(answering(reply), FIFTY[:40], RULES).bodies) == 40


@pytest.mark.parametrize("reply", [lambda _: httpx.Response(503), broken], ids=["an outage", "a defect"])
def test_a_question_that_fails_harms_only_its_own(reply: Callable[[httpx.Request], httpx.Response]) -> None:
    answer = ask(answering(but(21, reply)), FIFTY, RULES)
    assert [body.id for body in answer.bodies] == [*range(1, 21), *range(41, 51)]
    assert answer.missing == frozenset()


@pytest.mark.parametrize(
    ("status", "error"), [(503, UpstreamUnavailable), (429, RateLimited)], ids=["an outage", "too often"]
)
def test_when_nothing_is_answered_the_failure_is_told(status: int, error: type[FootyError]) -> None:
    with pytest.raises(error):
        ask(answering(lambda _: httpx.Response(status)), FIFTY, RULES)


def test_the_budget_is_what_the_most_sober_answer_says() -> None:
    answer = ask(answering(but(21, lambda request: found(request, left=6990))), FIFTY, RULES)
    assert answer.quota == Quota(7500, 6990)


def test_what_one_answer_leaves_out_is_missing() -> None:
    answer = ask(answering(but(21, lambda _: httpx.Response(200, json=envelope([entry(22)])))), FIFTY, RULES)
    assert answer.missing == set(range(21, 41)) - {22}
