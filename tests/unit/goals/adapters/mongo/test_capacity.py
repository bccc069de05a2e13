"""Match calendar, demand and pool sizes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pymongo.database import Database

from footy.goals.adapters.mongo.capacity import Capacity
from footy.goals.capacity.calendar import Demand
from footy.goals.model.documents import FixtureDocument

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def capacity(database: Database[FixtureDocument]) -> Capacity:
    return Capacity(database)


def put(database: Database[FixtureDocument], place: str, *fixtures: tuple[str | None, datetime | None]) -> None:
    raw: Any = database[f"fixtures_{place}"]
    for n, (status, kickoff) in enumerate(fixtures):
        stamp = int(kickoff.timestamp()) if kickoff else None
        raw.insert_one({"_id": f"{place}{n}", "fixture": {"status": {"short": status}, "timestamp": stamp}})


def test_kick_offs_are_those_of_what_is_still_to_be_played(
    database: Database[FixtureDocument], capacity: Capacity
) -> None:
    put(database, "staging", ("NS", NOON), ("TBD", None), ("CANC", NOON + 9 * HOUR))
    put(database, "active", ("2H", NOON - HOUR), ("FT", NOON - 3 * HOUR))
    put(database, "completed", ("FT", NOON - 24 * HOUR))
    assert sorted(capacity.kickoffs()) == [NOON - HOUR, NOON]


def test_what_is_interrupted_is_watched_and_not_played(database: Database[FixtureDocument], capacity: Capacity) -> None:
    assert capacity.demand(0) == Demand(goals=0, playing=0, active_fixtures=0)
    put(database, "active", ("1H", NOON), ("HT", NOON), ("NS", NOON), ("SUSP", NOON), ("FT", NOON), (None, NOON))
    assert capacity.demand(3) == Demand(goals=3, playing=2, active_fixtures=5)
