from datetime import UTC, datetime, timedelta
from typing import Any, cast

from pymongo.database import Database

from footy.adapters.mongo.staging import Staging
from footy.model.documents import FixtureDocument

MARK = datetime(2022, 12, 18, 15, 15, tzinfo=UTC)


def put(database: Database[FixtureDocument], fixture_id: int, **fields: Any) -> None:
    database["fixtures_staging"].insert_one(cast("FixtureDocument", {"_id": fixture_id, "_written": "first", **fields}))


def polled(database: Database[FixtureDocument]) -> dict[int, Any]:
    return {outline["_id"]: outline.get("_last_monitor") for outline in Staging(database).outlines()}


def test_a_poll_is_noted_fixture_by_fixture(database: Database[FixtureDocument]) -> None:
    put(database, 1)
    put(database, 2, _last_monitor=MARK - timedelta(minutes=15))
    put(database, 3)
    noted = {"_last_monitor": MARK}
    Staging(database).note({1: {"league": {"id": 39}, **noted}, 2: noted, 3: {"league": {"id": 40}}}, MARK)
    assert polled(database) == {1: MARK, 2: MARK, 3: None}
    document = database["fixtures_staging"].find_one({"_id": 1})
    assert document is not None
    assert document["league"] == {"id": 39}
    assert document["_written"] != "first"


def test_a_later_poll_is_not_undone(database: Database[FixtureDocument]) -> None:
    put(database, 1, _last_monitor=MARK)
    earlier = MARK - timedelta(seconds=30)
    Staging(database).note({1: {"_last_monitor": earlier}}, earlier)
    assert polled(database) == {1: MARK}


def test_a_fixture_that_left_is_not_brought_back(database: Database[FixtureDocument]) -> None:
    Staging(database).note({1: {"league": {}}}, MARK)
    assert polled(database) == {}


def test_interrupted_fixtures_are_told_from_new_ones(database: Database[FixtureDocument]) -> None:
    put(database, 1, events=[{"_event_id": "1_2_3_Goal_1"}])
    put(database, 2, events=[])
    put(database, 3)
    assert Staging(database).with_goals([1, 2, 3]) == {1}
