from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

import pytest
from pymongo.database import Database
from pymongo.errors import BulkWriteError

from footy.adapters.mongo.active import Active, Applied
from footy.adapters.mongo.revisions import new_revision
from footy.errors import UpstreamUnavailable
from footy.fixtures.decide import FixtureDecision, decide
from footy.fixtures.overdue import leaves_for
from footy.fixtures.rows import Row
from footy.fixtures.starting import start_of
from footy.model.documents import FixtureDocument
from tests.unit.adapters.mongo.interruptions import before_write
from tests.unit.clips.making import stored
from tests.unit.fixtures.builders import (
    AWAY,
    DI_MARIA,
    FIXTURE,
    KICKOFF,
    MBAPPE,
    RULES,
    at,
    body,
    document,
    goal,
    tick,
    written,
)
from tests.unit.search.making import attempt


class Watched:
    """One active fixture, polled against the database."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self.active = Active(database)
        self.fixtures = database["fixtures_active"]
        self.fixtures.insert_one(cast("FixtureDocument", {**document(), **new_revision()}))

    @property
    def document(self) -> FixtureDocument:
        [found] = self.fixtures.find()
        return found

    def decide(self, n: int, *rows: Row, **told: Any) -> FixtureDecision:
        return decide(self.document, body(rows, **told), tick=tick(n), now=at(n), rules=RULES)

    def poll(self, n: int, *rows: Row, **told: Any) -> None:
        assert self.active.apply([self.decide(n, *rows, **told)]).complete


@pytest.fixture
def watched(database: Database[FixtureDocument]) -> Watched:
    return Watched(database)


TIMELINE: list[list[Row]] = [
    [goal(10), goal(30, MBAPPE, AWAY)],
    [goal(10), goal(31, MBAPPE, AWAY)],
    [goal(10, DI_MARIA), goal(31, MBAPPE, AWAY)],
    [goal(10, DI_MARIA)],
    [goal(10, DI_MARIA)],
    [goal(10, DI_MARIA), goal(60)],
    [],
    [],
    [goal(80)],
]


def test_the_store_writes_exactly_what_was_decided(watched: Watched) -> None:
    for n, rows in enumerate(TIMELINE, start=1):
        before = watched.document
        decision = watched.decide(n, *rows, status="FT" if n > 7 else "2H")
        assert watched.active.apply([decision]).complete
        assert _unstamped(watched.document) == _unstamped(written(before, decision))


def test_a_decision_on_an_old_document_is_not_written(watched: Watched) -> None:
    late = watched.decide(1, goal(10))
    watched.poll(1, goal(10), goal(20))
    assert not watched.active.apply([late]).complete
    assert len(watched.document["events"]) == 2


def test_two_racing_ticks_make_one_goal(watched: Watched) -> None:
    one, other = watched.decide(1, goal(10)), watched.decide(2, goal(10))
    assert watched.active.apply([one]).complete
    assert not watched.active.apply([other]).complete
    watched.poll(2, goal(10))
    [event] = watched.document["events"]
    assert event["_monitor_workflows"] == [tick(1), tick(2)]


def test_a_goal_that_was_dropped_is_not_brought_back(watched: Watched) -> None:
    watched.poll(1, goal(10))
    late = watched.decide(2, goal(10))
    for n in (2, 3, 4):
        watched.poll(n)
    assert not watched.active.apply([late]).complete
    assert watched.document["events"] == []


def test_many_fixtures_are_written_in_one_round_trip(database: Database[FixtureDocument]) -> None:
    active = Active(database)
    known = [cast("FixtureDocument", {**document(), "_id": n, **new_revision()}) for n in range(40)]
    database["fixtures_active"].insert_many(known)
    decisions = [
        decide(one, body([goal(10)], fixture_id=one["_id"]), tick=tick(1), now=at(1), rules=RULES) for one in known
    ]
    assert active.apply(decisions).complete
    assert database["fixtures_active"].count_documents({"events._monitor_workflows": tick(1)}) == 40


def test_one_fixture_that_cannot_be_written_harms_only_itself(database: Database[FixtureDocument]) -> None:
    active = Active(database)
    known = [cast("FixtureDocument", {**document(), "_id": n, **new_revision()}) for n in range(3)]
    database["fixtures_active"].insert_many(known)
    database["fixtures_active"].update_one({"_id": 1}, {"$set": {"_terminal_ticks": "not a list"}})
    decisions = [
        decide(one, body(status="FT", fixture_id=one["_id"]), tick=tick(1), now=at(1), rules=RULES) for one in known
    ]
    applied = active.apply(decisions)
    assert set(applied.broken) == {1}
    assert database["fixtures_active"].count_documents({"_terminal_ticks": tick(1)}) == 2


def refused(write_errors: list[dict[str, Any]], unconfirmed: list[dict[str, Any]]) -> Callable[[], None]:
    def happens() -> None:
        raise BulkWriteError({"writeErrors": write_errors, "writeConcernErrors": unconfirmed})

    return happens


def test_a_write_that_met_another_one_is_decided_again_and_breaks_no_fixture(watched: Watched) -> None:
    decision = watched.decide(1, goal(10))
    conflict = {"index": 0, "code": 112, "errmsg": "write conflict"}
    with before_write(0, refused([conflict], [])):
        assert watched.active.apply([decision]) == Applied(complete=False, broken={})


def test_a_write_that_too_few_have_confirmed_is_not_taken_for_done(watched: Watched) -> None:
    decision = watched.decide(1, goal(10))
    late = {"code": 64, "errmsg": "waiting for replication timed out"}
    with before_write(0, refused([], [late])), pytest.raises(UpstreamUnavailable):
        watched.active.apply([decision])


def test_nothing_to_write_is_no_round_trip(watched: Watched) -> None:
    assert watched.active.apply([]).complete


def test_a_tick_reads_no_perceptual_hashes(watched: Watched) -> None:
    watched.poll(1, goal(10))
    watched.fixtures.update_one(
        {"_id": FIXTURE},
        {"$set": {"events.0._s3_videos": [{"_s3_key": "k", "perceptual_hash": "dense:0.25:...", "hash_views": {}}]}},
    )
    [read] = watched.active.read([FIXTURE])
    [video] = read["events"][0]["_s3_videos"]
    assert dict(video) == {"_s3_key": "k"}


def test_a_poll_reads_of_clips_and_attempts_only_what_it_decides_by(watched: Watched) -> None:
    watched.poll(1, goal(10))
    story = {"_s3_videos": [stored("a")], "_waiting_videos": [stored("b")], "_telemetry": {"attempts": [attempt(1)]}}
    watched.fixtures.update_one({"_id": FIXTURE}, {"$set": {f"events.0.{name}": told for name, told in story.items()}})
    [read] = watched.active.read([FIXTURE])
    event: dict[str, Any] = {**read["events"][0]}
    for clips in ("_s3_videos", "_waiting_videos"):
        assert [set(clip) for clip in event[clips]] == [{"_s3_key", "share_id", "previous_share_ids"}]
    assert (event["_telemetry"], [set(sight) for sight in event["_snapshots"]]) == (
        {"attempts": [{"at": attempt(1)["at"]}]},
        [{"fields"}],
    )
    [leaving] = watched.active.leaving([FIXTURE])
    assert leaving["events"][0]["_s3_videos"][0]["timestamp_verified"]
    assert leaving["events"][0]["_telemetry"]["attempts"] == [attempt(1)]


def test_a_search_that_is_started_again_is_noted_first(watched: Watched) -> None:
    watched.poll(1, goal(10))
    [event] = watched.document["events"]
    watched.active.note_starts([start_of(event, "goal-x-r1"), start_of(event, "goal-x-r1")], KICKOFF)
    [after] = watched.document["events"]
    assert after["_telemetry"]["executions"] == ["goal-x-r1"]
    assert after["_telemetry"]["started_at"] == KICKOFF


def test_only_ended_matches_are_looked_at_for_the_archive(watched: Watched) -> None:
    assert watched.active.ended() == []
    watched.poll(1, status="FT")
    assert [found["_id"] for found in watched.active.ended()] == [FIXTURE]


STAMPS = {"_written", "_stamped_at"}


def _unstamped(known: FixtureDocument) -> dict[str, Any]:
    return {"_removed_events": [], **{name: value for name, value in known.items() if name not in STAMPS}}


@pytest.mark.parametrize("status", ["2H", "FT", "PST"])
@pytest.mark.parametrize("closed", [True, False])
def test_of_a_quiet_fixture_is_read_what_its_leaving_depends_on_and_nothing_of_its_clips(
    database: Database[FixtureDocument], status: str, *, closed: bool
) -> None:
    watched = Watched(database)
    watched.poll(0, goal(10))
    told = {"fixture.status.short": status, "events.0._download_complete": closed, "events.0._s3_videos": [{}]}
    watched.fixtures.update_one({"_id": FIXTURE}, {"$set": told})
    late = KICKOFF + timedelta(hours=6)
    (quiet,) = watched.active.unchanged_since(late)
    assert leaves_for(quiet, late, RULES) == leaves_for(watched.document, late, RULES)
    assert [dict(event) for event in quiet["events"]] == [{"_download_complete": closed}]
