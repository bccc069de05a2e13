"""Guarded writes of downloads (G18)."""

import pytest
from pymongo.database import Database

from footy.core.errors import WriteConflict
from footy.goals.adapters.mongo.goals.downloads import Downloads, FinishedBatch, Placement
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.goals.waiting_clips import WaitingClips
from footy.goals.clips.assignment.assign import GoalClips
from footy.goals.model.documents import EventDocument, FixtureDocument
from tests.support.clips import stored
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert


@pytest.fixture
def events(database: Database[FixtureDocument]) -> GoalEvents:
    return GoalEvents(database)


@pytest.fixture
def downloads(events: GoalEvents) -> Downloads:
    return Downloads(events)


def document(events: GoalEvents, event_id: str = GOAL) -> FixtureDocument:
    entry = events.find_with_hashes(event_id)
    assert entry is not None
    return entry[0]


def read(events: GoalEvents, event_id: str = GOAL) -> EventDocument:
    entry = events.find_with_hashes(event_id)
    assert entry is not None
    return entry[1]


def one_clip(event_id: str = GOAL) -> Placement:
    return Placement([GoalClips(event_id, [stored("a")])], "mark", NOON)


def batch(download: str = DOWNLOAD) -> FinishedBatch:
    return FinishedBatch({"id": download, "outcomes": {"new": 1}}, [])


def test_the_second_of_two_batches_that_read_the_same_conflicts(
    database: Database[FixtureDocument], events: GoalEvents, downloads: Downloads
) -> None:
    insert(database, goal())
    before = document(events)
    downloads.finish_batch(before, GOAL, one_clip(), batch("first"))
    with pytest.raises(WriteConflict):
        downloads.finish_batch(before, GOAL, one_clip(), batch("second"))
    assert read(events)["_finished_downloads"] == ["first"]


def test_clips_that_the_night_gives_up_are_not_written_back(
    database: Database[FixtureDocument], events: GoalEvents, downloads: Downloads
) -> None:
    insert(database, goal(_waiting_videos=[{**stored("a"), "share_id": ""}]))
    before = document(events)
    WaitingClips(database, events).give_up([GOAL])
    with pytest.raises(WriteConflict):
        downloads.finish_batch(before, GOAL, one_clip(), batch())
    assert (read(events)["_s3_videos"], read(events)["_waiting_videos"]) == ([], [])


def test_clips_of_two_goals_are_placed_in_one_write(
    database: Database[FixtureDocument], events: GoalEvents, downloads: Downloads
) -> None:
    insert(database, goal(_s3_videos=[stored("a")]), goal(_event_id="7_40_9_Goal_2"))
    before = document(events)
    shelves = [GoalClips(GOAL, [], [stored("b")]), GoalClips("7_40_9_Goal_2", [stored("a")])]
    downloads.place(before, GOAL, Placement(shelves, "mark", NOON))
    assert (read(events)["_s3_videos"], read(events)["_waiting_videos"]) == ([], [stored("b")])
    assert read(events, "7_40_9_Goal_2")["_s3_videos"] == [stored("a")]
    assert document(events)["_clips_judged"] == "mark"
    with pytest.raises(WriteConflict):
        downloads.finish_batch(before, "7_40_9_Goal_2", one_clip("7_40_9_Goal_2"), batch())
