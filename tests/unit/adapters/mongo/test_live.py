from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.adapters.mongo.live import Live, encoded
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
    assert encoded(known)
    assert not encoded(replace(known, raw={**known.raw, "events": [strange]}))


def test_of_what_is_encoded_only_the_facts_stay_as_objects() -> None:
    known = body()
    kept = encoded(replace(known, raw={**known.raw, "lineups": [{"player": 1}]}))
    assert kept is not None
    assert kept.raw == {name: known.raw[name] for name in ("fixture", "league", "teams", "goals", "score")}


@pytest.mark.parametrize("told", [{}, {"_id": 3, "_last_monitor": "never", "lineups": [{"ø": 1.5}]}])
def test_what_is_encoded_once_is_kept_as_it_was_told(database: Database[FixtureDocument], told: dict[str, Any]) -> None:
    known = body()
    before = encoded(replace(known, raw={**known.raw, **told}))
    assert before is not None
    Live(database).write([before], NOW)
    [kept] = database["fixtures_live"].find({})
    assert kept == {**known.raw, **told, "_id": FIXTURE, "_last_monitor": NOW}
