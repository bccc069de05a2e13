"""X's refusals as typed errors (S16)."""

from typing import Any

import pytest

from footy.core.errors import AccessDenied, FootyError, RateLimited, RequestRefused, SessionExpired, UpstreamUnavailable
from searcher.refusals import refusal
from tests.support.x_answers import page

NOW = 1_671_377_115.0


def complaint(**error: Any) -> dict[str, Any]:
    return {"errors": [{"message": "what X says", "path": ["search_by_raw_query"], **error}], "data": {}}


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        (401, complaint(code=32), SessionExpired),
        (401, None, SessionExpired),
        (403, complaint(code=353), SessionExpired),
        (403, complaint(code=326), AccessDenied),
        (403, complaint(code=64), AccessDenied),
        (403, None, AccessDenied),
        (200, complaint(code=214, kind="Validation", name="BadRequestError"), RequestRefused),
        (200, complaint(kind="Validation"), RequestRefused),
        (200, complaint(kind="ServiceLevel", name="DeadlineExceeded"), UpstreamUnavailable),
        (200, complaint(code=131), UpstreamUnavailable),
        (400, None, RequestRefused),
        (404, None, UpstreamUnavailable),
        (500, None, UpstreamUnavailable),
        (503, {"errors": "odd"}, UpstreamUnavailable),
    ],
)
def test_every_refusal_has_its_name(status: int, body: Any, error: type[FootyError]) -> None:
    assert type(refusal(status, {}, body, NOW)) is error


@pytest.mark.parametrize(
    ("reset", "seconds"), [("1671377415", 300), ("1671377000", 1), ("9999999999", 900), ("soon", 60), ("", 60)]
)
def test_a_limit_says_when_it_is_over(reset: str, seconds: float) -> None:
    output = refusal(429, {"x-rate-limit-reset": reset}, None, NOW)
    assert isinstance(output, RateLimited)
    assert output.retry_after == seconds


def test_a_limit_inside_a_body_is_a_limit() -> None:
    assert isinstance(refusal(200, {}, complaint(code=88), NOW), RateLimited)


def test_posts_with_a_complaint_beside_them_are_read() -> None:
    assert refusal(200, {}, {**page(), "errors": [{"code": 131, "kind": "ServiceLevel"}]}, NOW) is None
    assert refusal(200, {}, page(), NOW) is None


def test_data_without_a_timeline_does_not_hide_a_complaint() -> None:
    body = {**complaint(kind="ServiceLevel"), "data": {"search_by_raw_query": {}}}
    assert isinstance(refusal(200, {}, body, NOW), UpstreamUnavailable)
