from datetime import UTC, datetime, timedelta
from typing import cast

from pymongo.database import Database

from footy.adapters.mongo.completed import Completed
from footy.model.documents import FixtureDocument

NOW = datetime(2022, 12, 18, tzinfo=UTC)


def put(database: Database[FixtureDocument], fixture_id: int, days: int) -> None:
    document = {"_id": fixture_id, "completed_at": NOW - timedelta(days=days), "_written": "first"}
    database["fixtures_completed"].insert_one(cast("FixtureDocument", document))


def test_the_oldest_come_first(database: Database[FixtureDocument]) -> None:
    for fixture_id, days in ((1, 20), (2, 13), (3, 30), (4, 16)):
        put(database, fixture_id, days)
    old = Completed(database).older_than(NOW - timedelta(days=14), at_most=2)
    assert [fixture["_id"] for fixture in old] == [3, 1]


def test_what_was_written_since_it_was_read_stays(database: Database[FixtureDocument]) -> None:
    completed = Completed(database)
    put(database, 1, 20)
    put(database, 2, 20)
    read = completed.outlines([1, 2])
    database["fixtures_completed"].update_one({"_id": 2}, {"$set": {"_written": "second"}})
    assert completed.delete(read) == 1
    assert [outline["_id"] for outline in completed.outlines([1, 2])] == [2]


def test_deleting_nothing_asks_nobody(database: Database[FixtureDocument]) -> None:
    assert Completed(database).delete([]) == 0
