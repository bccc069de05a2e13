"""Each failure of the X API under its own name; none is an empty result."""

from typing import Any

import httpx
import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    MalformedAnswer,
    QuotaExhausted,
    RateLimited,
)
from tests.support.searches import after
from tests.support.x_api import refused, search_query, x


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({}, id="nothing"),
        pytest.param({"errors": [{"message": "something"}], "title": "Error"}, id="only errors"),
        pytest.param({"meta": {"result_count": 3}}, id="announced posts are left out"),
        pytest.param({"data": {"id": "1"}, "meta": {"result_count": 1}}, id="posts are no list"),
        pytest.param([], id="a list"),
        pytest.param("posts", id="a text"),
    ],
)
def test_an_unexpected_shape_is_not_an_empty_result(body: object) -> None:
    assert type(refused(status_code=200, json=body)) is MalformedAnswer


def too_many(**headers: str) -> RateLimited:
    error = refused(status_code=429, headers=headers, json={"title": "Too Many Requests", "status": 429})
    assert isinstance(error, RateLimited)
    return error


def test_too_many_requests_end_at_the_reset() -> None:
    reset = str(int(after(312).timestamp()))
    error = too_many(**{"x-rate-limit-reset": reset, "x-rate-limit-remaining": "0"})
    assert error.retry_after == 312
    assert str(error).endswith("retry after 312 s")


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ({}, 60),
        ({"x-rate-limit-reset": "soon"}, 60),
        ({"x-rate-limit-reset": "1"}, 1),
        ({"x-rate-limit-reset": "99999999999"}, 900),
    ],
)
def test_a_missing_or_absurd_reset_is_taken_for_a_usual_one(headers: dict[str, str], expected: int) -> None:
    assert too_many(**headers).retry_after == expected


def test_until_the_reset_nothing_is_asked() -> None:
    asked_for: list[httpx.Request] = []

    def reply(request: httpx.Request) -> httpx.Response:
        asked_for.append(request)
        return httpx.Response(429, headers={"x-rate-limit-reset": str(int(after(100).timestamp()))}, json={})

    provider = x(reply)
    for second in (0, 60, 99):
        with pytest.raises(RateLimited) as caught:
            provider.search(search_query(second))
        assert caught.value.retry_after == 100 - second
    assert len(asked_for) == 1
    with pytest.raises(RateLimited):
        provider.search(search_query(100))
    assert len(asked_for) == 2


REFUSALS: dict[str, tuple[dict[str, Any], type[FootyError]]] = {
    "a wall in front of it": ({"status_code": 403, "html": "<html>Sorry</html>"}, AccessDenied),
    "the month's posts": (
        {"status_code": 429, "json": {"title": "UsageCapExceeded", "period": "Monthly"}},
        QuotaExhausted,
    ),
    "the limit in X's console": ({"status_code": 403, "json": {"title": "SpendCapReached"}}, QuotaExhausted),
}


@pytest.mark.parametrize(("reply", "error"), REFUSALS.values(), ids=REFUSALS)
def test_every_failure_has_its_name(reply: dict[str, Any], error: type[FootyError]) -> None:
    assert type(refused(**reply)) is error


@pytest.mark.parametrize("status", [400, 401, 403, 429, 500])
def test_no_error_tells_the_token(status: int) -> None:
    error = refused(status_code=status, json={"detail": "no"})
    assert "not-a-secret" not in str(error)
