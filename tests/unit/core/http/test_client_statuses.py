"""Errors for statuses, and Retry-After."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import httpx
import pytest

from footy.core.errors import (
    AccessDenied,
    FootyError,
    QuotaExhausted,
    RateLimited,
    RequestRefused,
    SessionExpired,
    UpstreamUnavailable,
)
from footy.core.http.client import Reply, refusal, retry_after


def answered(status: int, **headers: str) -> Reply:
    return Reply("the service", status, httpx.Headers({k.replace("_", "-"): v for k, v in headers.items()}), b"")


class TestStatuses:
    @pytest.mark.parametrize(
        ("reply", "error"),
        [
            (answered(400), RequestRefused),
            (answered(401), AccessDenied),
            (answered(402), QuotaExhausted),
            (answered(403), AccessDenied),
            (answered(404), RequestRefused),
            (answered(408), UpstreamUnavailable),
            (answered(429), RateLimited),
            (answered(500), UpstreamUnavailable),
            (answered(500, retry_after="3"), UpstreamUnavailable),
            (answered(503), UpstreamUnavailable),
            (answered(503, retry_after="3"), RateLimited),
            (answered(204), UpstreamUnavailable),
            (answered(302), UpstreamUnavailable),
            (answered(999), UpstreamUnavailable),
        ],
    )
    def test_each_stands_for_one_error(self, reply: Reply, error: type[FootyError]) -> None:
        failure = refusal(reply, detail=": because")
        assert type(failure) is error
        assert str(failure).startswith(f"the service answered {reply.status}: because")

    def test_a_service_may_differ_in_single_rows(self) -> None:
        assert type(refusal(answered(401), but={401: SessionExpired})) is SessionExpired
        assert type(refusal(answered(403), but={401: SessionExpired})) is AccessDenied
        assert type(refusal(answered(429), but={429: QuotaExhausted})) is QuotaExhausted

    def test_retry_after_falls_back_to_a_default(self) -> None:
        for reply, seconds in ((answered(429, retry_after="7"), 7), (answered(429), 5)):
            failure = refusal(reply, patience=5)
            assert isinstance(failure, RateLimited)
            assert failure.retry_after == seconds
            assert str(failure).endswith(f"retry after {seconds} s")


NOON = "Sun, 18 Dec 2022 12:00:00 GMT"


class TestPatience:
    @pytest.mark.parametrize(
        ("headers", "seconds"),
        [
            ({}, 60),
            ({"retry-after": "45"}, 45),
            ({"retry-after": " 45 "}, 45),
            ({"retry-after": "-1"}, 60),
            ({"retry-after": "soon"}, 60),
            ({"retry-after": "²"}, 60),
            ({"retry-after": "٣"}, 60),
            ({"retry-after": "9" * 5000}, 86_400),
            ({"retry-after": "Sun, 18 Dec 2022 12:01:30 GMT", "date": NOON}, 90),
            ({"retry-after": "Sun, 18 Dec 2022 11:00:00 GMT", "date": NOON}, 0),
            ({"retry-after": "Sun, 18 Dec 9999 12:00:00 GMT", "date": NOON}, 86_400),
            ({"retry-after": "Sun, 18 Dec 2022 12:01:30 -0000", "date": NOON}, 60),
            ({"retry-after": "Sun, 18 Dec 2022 12:01:30 +999999999999999999", "date": NOON}, 60),
            ({"retry-after": NOON, "date": "today"}, 60),
        ],
    )
    def test_seconds_or_a_date(self, headers: dict[str, str], seconds: float) -> None:
        raw = httpx.Headers([(name.encode(), value.encode()) for name, value in headers.items()])
        assert retry_after(raw, otherwise=60) == seconds

    def test_a_date_without_a_date_header_counts_from_now(self) -> None:
        later = format_datetime(datetime.now(UTC) + timedelta(minutes=10), usegmt=True)
        assert 500 < retry_after(httpx.Headers({"retry-after": later}), otherwise=60) <= 600
