from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.adapters.mongo.live import Live, storable
from footy.model.documents import FixtureDocument
from tests.unit.fixtures.builders import FIXTURE, body

NOW = datetime(2022, 12, 18, 15, tzinfo=UTC)


def status(database: Database[FixtureDocument]) -> Any:
    [found] = database["fixtures_live"].find({"_id": FIXTURE})
    return found["fixture"]["status"]["short"]


def test_the_raw_body_is_overwritten_by_each_poll(database: Database[FixtureDocument]) -> None:
    live = Live(database)
    live.write([body(status="1H")], NOW)
    live.write([body(status="HT")], NOW + timedelta(seconds=30))
    assert status(database) == "HT"


def test_an_older_poll_overwrites_nothing(database: Database[FixtureDocument]) -> None:
    live = Live(database)
    live.write([body(status="HT")], NOW)
    live.write([body(status="1H"), body(fixture_id=8)], NOW - timedelta(seconds=30))
    assert status(database) == "HT"
    assert database["fixtures_live"].count_documents({}) == 2


def test_what_is_no_longer_polled_is_forgotten(database: Database[FixtureDocument]) -> None:
    live = Live(database)
    live.write([body()], NOW)
    live.forget([FIXTURE])
    assert database["fixtures_live"].count_documents({}) == 0


@pytest.mark.parametrize("strange", [{"number": 2**70}, {"text": "\ud800"}, {"a\0b": 1}])
def test_what_the_database_cannot_hold_is_known_before(strange: dict[str, Any]) -> None:
    known = body()
    assert storable(known)
    assert not storable(replace(known, raw={**known.raw, "events": [strange]}))
