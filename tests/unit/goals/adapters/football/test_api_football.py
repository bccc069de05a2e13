"""API-Football client and its errors (F17, F18)."""

import json
from datetime import date
from typing import Any

import httpx
import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    PartialAnswer,
    QuotaExhausted,
    RateLimited,
    UpstreamUnavailable,
)
from footy.goals.model.quota import Quota
from tests.support.api_football import URL, answering, entry, envelope
from tests.support.http_clients import Responder
from tests.support.match import goal


def says(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Responder:
    return lambda _: httpx.Response(status, headers=headers, content=json.dumps(body))


def fails(reply: Responder) -> FootyError:
    with pytest.raises(FootyError) as failure:
        answering(reply).by_ids([1])
    return failure.value


def test_fixtures_are_asked_for_by_id_with_the_key() -> None:
    requests: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        requests.append(request)
        return httpx.Response(200, json=envelope([entry(1, rows=[goal(23)]), entry(2)]))

    answer = answering(reply).by_ids([1, 2])
    assert [body.id for body in answer.bodies] == [1, 2]
    assert str(requests[0].url) == f"{URL}/fixtures?ids=1-2"
    assert requests[0].headers["x-apisports-key"] == "a key"


def test_fixtures_are_asked_for_by_day() -> None:
    def reply(request: httpx.Request) -> httpx.Response:
        assert dict(request.url.params) == {"date": "2022-12-18"}
        return httpx.Response(200, json=envelope([entry(rows=None)]))

    [body] = answering(reply).by_date(date(2022, 12, 18)).bodies
    assert body.events is None


def test_absent_fixtures_are_reported_as_missing() -> None:
    answer = answering(says(envelope([entry(1), entry(3)]))).by_ids([1, 2])
    assert answer.missing == {2}
    assert [body.id for body in answer.bodies] == [1]


def test_the_rest_of_the_days_budget_is_read() -> None:
    headers = {"x-ratelimit-requests-limit": "7500", "x-ratelimit-requests-remaining": "700"}
    assert answering(says(envelope(), headers=headers)).by_ids([1]).quota == Quota(7500, 700)
    assert answering(says(envelope())).by_ids([1]).quota is None


@pytest.mark.parametrize(
    ("errors", "error"),
    [
        ({"requests": "You have reached the request limit for the day"}, QuotaExhausted),
        ({"rateLimit": "Too many requests."}, RateLimited),
        ({"token": "Error/Missing application key."}, AccessDenied),
        ({"key": "Invalid key"}, AccessDenied),
        ({"access": "Your account is suspended"}, AccessDenied),
        ({"suspended": "Your account is suspended"}, AccessDenied),
        ({"plan": "Free plans do not have access to this date"}, AccessDenied),
        ({"bug": "This is on our side"}, UpstreamUnavailable),
        (["something"], UpstreamUnavailable),
    ],
)
def test_an_error_behind_a_friendly_status_is_an_error(errors: Any, error: type[FootyError]) -> None:
    failure = fails(says(envelope(errors=errors)))
    assert type(failure) is error


@pytest.mark.parametrize("body", [[], {}, {"response": None}, {"response": {}}, "text", 3])
def test_an_answer_without_fixtures_is_malformed(body: Any) -> None:
    assert type(fails(says(body))) is MalformedAnswer


@pytest.mark.parametrize("paging", [None, [], "1", {"total": "2"}, {"total": None}])
def test_paging_in_no_known_shape_is_no_page(paging: Any) -> None:
    assert answering(says({**envelope([entry(1)]), "paging": paging})).by_ids([1]).missing == frozenset()


@pytest.mark.parametrize("number", ["²", "1" * 5000, "-1", ""])
def test_a_budget_that_is_no_number_is_unknown(number: str) -> None:
    headers = {"x-ratelimit-requests-limit": "7500", "x-ratelimit-requests-remaining": number}
    reply = httpx.Response(200, json=envelope(), headers={k: v.encode() for k, v in headers.items()})  # type: ignore[arg-type]
    assert answering(lambda _: reply).by_ids([1]).quota is None


def test_an_answer_in_pages_is_not_taken_for_the_whole() -> None:
    assert type(fails(says(envelope(pages=2)))) is PartialAnswer
