import json
from datetime import date
from typing import Any

import httpx
import pytest

from footy.adapters.api_football import MAX_BYTES
from footy.adapters.api_football_bodies import Quota
from footy.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    PartialAnswer,
    QuotaExhausted,
    RateLimited,
    UpstreamUnavailable,
)
from tests.unit.fixtures.builders import goal
from tests.unit.fixtures.football import URL, Answering, answering, entry, envelope


def says(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> Answering:
    return lambda _: httpx.Response(status, headers=headers, content=json.dumps(body))


def fails(reply: Answering) -> FootyError:
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


def test_what_was_asked_for_and_did_not_come_is_missing() -> None:
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


@pytest.mark.parametrize(
    ("status", "error"),
    [
        (500, UpstreamUnavailable),
        (503, UpstreamUnavailable),
        (429, RateLimited),
        (401, AccessDenied),
        (403, AccessDenied),
        (404, UpstreamUnavailable),
        (302, UpstreamUnavailable),
    ],
)
def test_every_other_status_is_an_error(status: int, error: type[FootyError]) -> None:
    assert type(fails(says({}, status))) is error


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, 60),
        ({"retry-after": "7"}, 7),
        ({"retry-after": "86400"}, 86400),
        ({"retry-after": "Sun, 18 Dec 2022 15:01:30 GMT", "date": "Sun, 18 Dec 2022 15:00:00 GMT"}, 90),
        ({"retry-after": "Sun, 18 Dec 2022 14:00:00 GMT", "date": "Sun, 18 Dec 2022 15:00:00 GMT"}, 0),
        ({"retry-after": "soon"}, 60),
    ],
)
@pytest.mark.parametrize("status", [200, 429])
def test_patience_lasts_as_long_as_was_asked_for(status: int, headers: dict[str, str], seconds: float) -> None:
    failure = fails(says(envelope(errors={"rateLimit": "Too many"}), status, headers))
    assert isinstance(failure, RateLimited)
    assert failure.retry_after == seconds


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ReadTimeout, httpx.RemoteProtocolError])
def test_no_answer_is_an_error(error: type[httpx.TransportError]) -> None:
    def reply(request: httpx.Request) -> httpx.Response:
        raise error("no", request=request)

    assert type(fails(reply)) is UpstreamUnavailable


def test_every_request_has_a_timeout() -> None:
    def reply(request: httpx.Request) -> httpx.Response:
        assert request.extensions["timeout"] == dict.fromkeys(("connect", "read", "write", "pool"), 10.0)
        return httpx.Response(200, json=envelope())

    answering(reply).by_ids([1])


@pytest.mark.parametrize("text", ["", "<html>", '{"response": [', "[" * 200_000])
def test_an_answer_that_is_not_json_is_no_answer(text: str) -> None:
    assert type(fails(lambda _: httpx.Response(200, text=text))) is UpstreamUnavailable


@pytest.mark.parametrize("body", [[], {}, {"response": None}, {"response": {}}, "text", 3])
def test_an_answer_without_fixtures_is_malformed(body: Any) -> None:
    assert type(fails(says(body))) is MalformedAnswer


def test_an_absurdly_large_answer_is_refused() -> None:
    failure = fails(lambda _: httpx.Response(200, content=b" " * (MAX_BYTES + 1)))
    assert type(failure) is MalformedAnswer


def test_an_answer_in_pages_is_not_taken_for_the_whole() -> None:
    assert type(fails(says(envelope(pages=2)))) is PartialAnswer
