from typing import cast

from pymongo.database import Database

from footy.adapters.mongo.arrivals import Arrivals
from footy.model.documents import FixtureDocument


def fixture(fixture_id: int, note: str = "new") -> FixtureDocument:
    return cast("FixtureDocument", {"_id": fixture_id, "note": note})


def test_a_fixture_is_known_wherever_it_is(database: Database[FixtureDocument]) -> None:
    arrivals = Arrivals(database)
    arrivals.insert({"staging": [fixture(1)], "active": [fixture(2)], "completed": [fixture(3)]})
    assert arrivals.known([1, 2, 3, 4]) == {1, 2, 3}


def test_one_that_came_in_between_stays_and_does_not_keep_the_others_out(database: Database[FixtureDocument]) -> None:
    arrivals = Arrivals(database)
    arrivals.insert({"staging": [fixture(1, "old")]})
    arrivals.insert({"staging": [fixture(1), fixture(2)]})
    notes = {found["_id"]: dict(found)["note"] for found in database["fixtures_staging"].find()}
    assert notes == {1: "old", 2: "new"}


def test_every_fixture_is_stamped(database: Database[FixtureDocument]) -> None:
    Arrivals(database).insert({"staging": [fixture(1)], "active": []})
    [found] = database["fixtures_staging"].find()
    assert found["_written"]
