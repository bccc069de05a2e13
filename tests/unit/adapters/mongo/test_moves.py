from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from pymongo.database import Database

from footy.adapters.mongo.moves import Moves
from footy.adapters.mongo.outlines import OUTLINE
from footy.adapters.mongo.revisions import new_revision
from footy.fixtures.moving import halfway
from footy.model.documents import FixtureDocument
from footy.model.places import PLACES, Place
from tests.unit.adapters.mongo.interruptions import Crash, before_write, crash

NOW = datetime(2022, 12, 18, 15, tzinfo=UTC)
FIXTURE = 7
WAYS: list[tuple[Place, Place]] = [
    ("staging", "active"),
    ("active", "staging"),
    ("active", "completed"),
    ("staging", "completed"),
]


class Ground:
    """The three collections, as a test puts fixtures into them and looks at them."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self.places = {place: database[f"fixtures_{place}"] for place in PLACES}
        self.moves = Moves(database)

    def put(self, place: Place, **fields: Any) -> None:
        known = {"_id": FIXTURE, "fixture": {"status": {"short": "FT"}}, "note": "first", **new_revision(), **fields}
        self.places[place].insert_one(cast("FixtureDocument", known))

    def write(self, place: Place, **fields: Any) -> int:
        return self.places[place].update_one({"_id": FIXTURE}, {"$set": {**fields, **new_revision()}}).matched_count

    def note(self) -> Mapping[Place, Any]:
        """Where the fixture is, and what is written on it there."""
        found = {place: collection.find_one({"_id": FIXTURE}) for place, collection in self.places.items()}
        return {place: dict(document).get("note") for place, document in found.items() if document}

    def move(self, source: Place, target: Place) -> set[int]:
        return self.moves.move([FIXTURE], source, target, NOW)

    def settle(self, *, archivable: bool = True) -> None:
        """What the next tick does first."""
        at = {
            place: {outline["_id"]: outline for outline in collection.find({}, OUTLINE)}
            for place, collection in self.places.items()
        }
        for one in halfway(at):
            archives = one.is_copy and one.target == "completed" and one.source == "active"
            only_if = (lambda _: archivable) if archives else None
            self.moves.move([one.fixture_id], one.source, one.target, NOW, only_if=only_if)


@pytest.fixture
def ground(database: Database[FixtureDocument]) -> Ground:
    return Ground(database)


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_moved_fixture_is_there_and_nowhere_else(ground: Ground, source: Place, target: Place) -> None:
    ground.put(source)
    assert ground.move(source, target) == {FIXTURE}
    assert ground.note() == {target: "first"}


def test_many_are_moved_in_as_many_round_trips_as_one(ground: Ground) -> None:
    ground.places["staging"].insert_many([cast("FixtureDocument", {"_id": n, **new_revision()}) for n in range(50)])
    with before_write(-1, crash) as writes:
        assert ground.moves.move(range(50), "staging", "active", NOW) == set(range(50))
    assert writes.begun == 2
    assert ground.places["active"].count_documents({}) == 50


def test_moving_what_is_not_there_moves_nothing(ground: Ground) -> None:
    assert ground.move("staging", "active") == {FIXTURE}
    assert ground.note() == {}


def test_arriving_is_noted(ground: Ground) -> None:
    ground.put("staging")
    ground.move("staging", "active")
    document = ground.places["active"].find_one({"_id": FIXTURE})
    assert document is not None
    assert (document["activated_at"], document["events"]) == (NOW, [])


@pytest.mark.parametrize(("source", "target"), WAYS)
@pytest.mark.parametrize("n", [0, 1])
def test_a_crash_leaves_it_somewhere_and_the_next_tick_finishes(
    ground: Ground, source: Place, target: Place, n: int
) -> None:
    ground.put(source)
    with before_write(n, crash), pytest.raises(Crash):
        ground.move(source, target)
    assert set(ground.note()) == ({source, target} if n else {source})
    ground.settle()
    assert ground.note() == {target if n else source: "first"}


@pytest.mark.parametrize(("source", "target"), WAYS)
@pytest.mark.parametrize("n", [0, 1])
def test_what_is_written_meanwhile_goes_along(ground: Ground, source: Place, target: Place, n: int) -> None:
    ground.put(source)
    with before_write(n, lambda: ground.write(source, note="second")):
        ground.move(source, target)
    assert ground.note() == {target: "second"}


def test_what_is_written_after_a_crash_goes_along(ground: Ground) -> None:
    ground.put("active")
    with before_write(1, crash), pytest.raises(Crash):
        ground.move("active", "completed")
    ground.write("active", note="second")
    ground.settle()
    assert ground.note() == {"completed": "second"}


def test_what_is_written_at_the_new_place_stays(ground: Ground) -> None:
    ground.put("staging")
    with before_write(1, crash), pytest.raises(Crash):
        ground.move("staging", "active")
    ground.write("active", note="second")
    ground.settle()
    assert ground.note() == {"active": "second"}


@pytest.mark.parametrize(("source", "target"), WAYS)
@pytest.mark.parametrize("n", [0, 1])
def test_two_that_move_the_same_fixture_lose_nothing(ground: Ground, source: Place, target: Place, n: int) -> None:
    ground.put(source)
    with before_write(n, lambda: ground.move(source, target)):
        ground.move(source, target)
    ground.settle()
    assert ground.note() == {target: "first"}


def test_one_brought_back_by_a_tick_from_the_past_is_removed(ground: Ground) -> None:
    ground.put("staging")

    def meanwhile() -> None:
        ground.move("staging", "active")
        ground.write("active", note="played")
        ground.move("active", "completed")

    with before_write(0, meanwhile):
        ground.move("staging", "active")
    assert set(ground.note()) == {"active", "completed"}
    ground.settle()
    assert ground.note() == {"completed": "played"}


def test_one_brought_back_while_it_was_postponed_is_removed(ground: Ground) -> None:
    ground.put("staging")

    def meanwhile() -> None:
        ground.move("staging", "active")
        ground.write("active", note="interrupted")
        ground.move("active", "staging")

    with before_write(0, meanwhile):
        ground.move("staging", "active")
    ground.settle()
    assert list(ground.note().values()) == ["interrupted"]


def test_two_that_disagree_leave_one(ground: Ground) -> None:
    ground.put("active")
    with before_write(1, lambda: ground.move("active", "completed")):
        ground.move("active", "staging")
    ground.settle()
    assert ground.note() == {"completed": "first"}


def noted_first(document: FixtureDocument) -> bool:
    return dict(document)["note"] == "first"


def test_a_move_only_happens_while_its_reason_lasts(ground: Ground) -> None:
    ground.put("active")
    with before_write(1, lambda: ground.write("active", note="another goal")):
        ground.moves.move([FIXTURE], "active", "completed", NOW, only_if=noted_first)
    assert ground.note() == {"active": "another goal"}


def test_a_copy_left_by_a_crash_is_taken_back_when_its_reason_is_gone(ground: Ground) -> None:
    ground.put("active")
    with before_write(1, crash), pytest.raises(Crash):
        ground.move("active", "completed")
    ground.write("active", note="another goal")
    ground.settle(archivable=False)
    assert ground.note() == {"active": "another goal"}


def test_taking_a_copy_back_never_loses_the_fixture(ground: Ground) -> None:
    ground.put("active")
    with before_write(1, crash), pytest.raises(Crash):
        ground.move("active", "completed")
    ground.write("active", note="another goal")
    with before_write(0, lambda: ground.move("active", "completed")):
        ground.settle(archivable=False)
    assert ground.note() == {"completed": "another goal"}
