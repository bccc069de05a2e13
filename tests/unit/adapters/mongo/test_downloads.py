"""The guarded writes of downloads, against a real database."""

import pytest
from pymongo.database import Database

from footy.adapters.mongo.downloads import Downloads, FinishedBatch
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
    found = events.find_with_hashes(event_id)
    assert found is not None
    return found[1]


def batch(download: str = DOWNLOAD) -> FinishedBatch:
    return FinishedBatch([stored("a")], {"id": download, "outcomes": {"new": 1}}, [], NOON)


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
