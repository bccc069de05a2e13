"""Manual ingest requests (F5)."""

from datetime import date
from typing import Any

import pytest

from footy.core.errors import MalformedRequest
from footy.goals.adapters.ingest_request import read_ingest_request


def test_fixtures_or_a_day_may_be_asked_for() -> None:
    assert read_ingest_request({"fixture_ids": [979139]}).fixture_ids == [979139]
    assert read_ingest_request({"date": "2022-12-18"}).date == date(2022, 12, 18)


def test_nothing_asked_for_is_the_daily_ingest() -> None:
    assert read_ingest_request({}).daily
    assert read_ingest_request({"scheduled": "2022-12-18T00:05:00Z"}).daily
    assert not read_ingest_request({"fixture_ids": [1]}).daily


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        ({"ids": [1]}, "ids"),
        ({"scheduled": ""}, "scheduled"),
        ({"fixture_id": 1}, "fixture_id"),
        ({"fixture_ids": []}, "fixture_ids"),
        ({"fixture_ids": 979139}, "fixture_ids"),
        ({"fixture_ids": ["979139"]}, "fixture_ids.0"),
        ({"fixture_ids": [-1]}, "fixture_ids.0"),
        ({"date": "18.12.2022"}, "date"),
        ({"date": "2022-13-01"}, "date"),
        ({"date": 20221218}, "date"),
        ({"fixture_ids": [1], "date": "2022-12-18"}, "not both"),
    ],
)
def test_invalid_requests_name_the_field(request_: dict[str, Any], named: str) -> None:
    with pytest.raises(MalformedRequest, match=named):
        read_ingest_request(request_)
