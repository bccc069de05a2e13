"""The guarded writes of downloads, against a real database."""

import pytest
from pymongo.database import Database

from footy.adapters.mongo.downloads import Batch, Downloads
from footy.adapters.mongo.events import Events
from footy.errors import WriteConflict
from footy.model.documents import EventDocument, FixtureDocument
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.unit.clips.making import stored

CORRECTED = "7_40_11_Goal_1"
STONE = {"_event_id": GOAL, "at": NOON, "why": "corrected", "redirect_to": CORRECTED}


@pytest.fixture
def events(database: Database[FixtureDocument]) -> Events:
    return Events(database)


@pytest.fixture
def downloads(events: Events) -> Downloads:
    return Downloads(events)


def read(events: Events, event_id: str = GOAL) -> EventDocument:
    event = events.find(event_id)
    assert event is not None
    return event


def batch(download: str = DOWNLOAD) -> Batch:
    return Batch([stored("a")], {"id": download, "outcomes": {"new": 1}}, [], NOON)


def test_a_batch_is_written_in_one_piece(
    database: Database[FixtureDocument], events: Events, downloads: Downloads
) -> None:
    insert(database, goal(), goal(_event_id="7_40_9_Goal_2"))
    downloads.finish_batch(read(events), batch())
    assert read(events)["_s3_videos"] == [stored("a")]
    assert read(events)["_finished_downloads"] == [DOWNLOAD]
    assert read(events, "7_40_9_Goal_2")["_finished_downloads"] == []


def test_the_second_of_two_batches_that_read_the_same_conflicts(
    database: Database[FixtureDocument], events: Events, downloads: Downloads
) -> None:
    insert(database, goal())
    seen = read(events)
    downloads.finish_batch(seen, batch("first"))
    with pytest.raises(WriteConflict):
        downloads.finish_batch(seen, batch("second"))
    assert read(events)["_finished_downloads"] == ["first"]


def test_a_scorer_corrected_in_between_does_not_lose_the_batch(
    database: Database[FixtureDocument], events: Events, downloads: Downloads
) -> None:
    insert(database, goal(_event_id=CORRECTED, _previous_ids=[GOAL]), _removed_events=[STONE])
    downloads.finish_batch(goal(), batch())
    assert read(events, CORRECTED)["_finished_downloads"] == [DOWNLOAD]


def test_a_goal_dropped_in_between_conflicts(database: Database[FixtureDocument], downloads: Downloads) -> None:
    insert(database)
    with pytest.raises(WriteConflict):
        downloads.finish_batch(goal(), batch())


def test_a_goal_is_completed_once(database: Database[FixtureDocument], events: Events, downloads: Downloads) -> None:
    insert(database, goal())
    seen = read(events)
    assert downloads.complete(seen, at=NOON, because="deadline")
    assert not downloads.complete(seen, at=NOON, because="downloads_finished")
    assert read(events)["_telemetry"]["completed_because"] == "deadline"


def test_a_goal_is_not_completed_over_a_download_that_came_between(
    database: Database[FixtureDocument], events: Events, downloads: Downloads
) -> None:
    insert(database, goal())
    seen = read(events)
    downloads.register(GOAL, DOWNLOAD)
    assert not downloads.complete(seen, at=NOON, because="downloads_finished")
    assert not read(events)["_download_complete"]


def test_a_tombstone_is_found_under_every_id_the_goal_had(database: Database[FixtureDocument], events: Events) -> None:
    dropped = {"_event_id": CORRECTED, "at": NOON, "why": "missing"}
    insert(database, _removed_events=[STONE, dropped])
    for event_id in (GOAL, CORRECTED):
        stone = events.tombstone(event_id)
        assert stone is not None
        assert stone["why"] == "missing"


def test_a_goal_that_is_there_or_never_was_has_no_tombstone(
    database: Database[FixtureDocument], events: Events
) -> None:
    insert(database, goal(_event_id=CORRECTED), _removed_events=[STONE])
    assert events.tombstone(GOAL) is None
    assert events.tombstone("7_40_1_Goal_1") is None
    assert events.tombstone("8_40_1_Goal_1") is None
