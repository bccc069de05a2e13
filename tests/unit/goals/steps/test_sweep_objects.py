"""Nightly sweep: orphans, removed goals, working files, and its refusal (F4, G11)."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from footy.goals.model.collections import FIXTURE_COLLECTIONS, CollectionName, collection_of
from footy.goals.settings import Rules
from footy.goals.steps.sweep_objects import Output, sweep_objects
from tests.support.clips import fetched
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.support.uploads import Stage, published

AT_ONCE = Rules(orphan_minutes=0)
ORPHAN = published("without a goal")


def sweep(stage: Stage, rules: Rules = AT_ONCE) -> Output:
    return sweep_objects({}, replace(stage, rules=rules).container())


def leave(stage: Stage, *keys: str, bucket: str = "media") -> None:
    for key in keys:
        stage.s3.put_object(Bucket=bucket, Key=key, Body=b"")


@pytest.mark.parametrize("place", FIXTURE_COLLECTIONS)
def test_what_no_goal_names_is_removed_and_reported(stage: Stage, counted: Counter[str], place: CollectionName) -> None:
    insert(stage.database, goal(), place=place)
    stage.deliver(fetched("a"))
    leave(stage, ORPHAN)
    assert sweep(stage)["orphans"] == 1
    assert stage.objects() == [published("a")]
    assert counted["OrphansRemoved"] == 1


def test_what_was_just_copied_may_still_be_named(stage: Stage) -> None:
    insert(stage.database, goal())
    leave(stage, ORPHAN)
    assert sweep(stage, Rules())["orphans"] == 0
    assert stage.objects() == [ORPHAN]


@pytest.mark.parametrize("place", FIXTURE_COLLECTIONS)
def test_a_removed_goal_keeps_its_objects_for_a_day(stage: Stage, place: CollectionName) -> None:
    tombstone = {"_event_id": GOAL, "at": NOON - timedelta(hours=23), "why": "var", "objects": [ORPHAN]}
    insert(stage.database, _removed_events=[tombstone], place=place)
    leave(stage, ORPHAN)
    assert sweep(stage) == {"removed": 0, "orphans": 0, "refused": 0, "working_files": 0}
    assert stage.objects() == [ORPHAN]


@pytest.mark.parametrize("place", FIXTURE_COLLECTIONS)
def test_then_they_go_and_its_links_and_its_id_stay(stage: Stage, place: CollectionName) -> None:
    contents = {"objects": [ORPHAN], "goal": goal(), "share_ids": ["s"]}
    tombstone = {"_event_id": GOAL, "at": NOON - timedelta(hours=24), "why": "var", **contents}
    insert(stage.database, _removed_events=[tombstone], place=place)
    leave(stage, ORPHAN)
    assert sweep(stage)["removed"] == 1
    assert stage.objects() == []
    fixture = stage.database[collection_of(place)].find_one({})
    assert fixture is not None
    assert fixture["_removed_events"] == [{key: tombstone[key] for key in ("_event_id", "at", "why", "share_ids")}]
    assert sweep(stage)["removed"] == 0


class TestRefusals:
    """A sweep that would delete too much deletes nothing."""

    def test_an_empty_database_costs_no_clip(self, stage: Stage, counted: Counter[str]) -> None:
        leave(stage, *(f"{n}/{n}_1_1_Goal_1/a.mp4" for n in range(1, 503)))
        assert sweep(stage) == {"removed": 0, "orphans": 0, "refused": 502, "working_files": 0}
        assert len(stage.objects()) == 502
        assert counted == {"ObjectsWithoutFixture": 502}

    @pytest.mark.parametrize(("orphans", "refused"), [(50, 0), (51, 51)])
    def test_more_than_fifty_in_a_night_are_too_many(
        self, stage: Stage, counted: Counter[str], orphans: int, refused: int
    ) -> None:
        insert(stage.database, goal())
        leave(stage, *(published(f"orphan {n}") for n in range(orphans)))
        assert sweep(stage)["refused"] == refused
        assert ("SweepsRefused" in counted) is bool(refused)

    def test_of_very_many_a_tenth_may_go(self, stage: Stage) -> None:
        keys = [published(f"clip {n}") for n in range(600)]
        insert(stage.database, goal(_s3_videos=[{"_s3_key": key} for key in keys[:545]]))
        leave(stage, *keys)
        assert sweep(stage)["orphans"] == 55


def test_what_is_not_ours_is_left_alone(stage: Stage) -> None:
    leave(stage, "favicon.ico", "pages/index.html")
    assert sweep(stage)["orphans"] == 0
    assert len(stage.objects()) == 2


@pytest.mark.parametrize(
    ("event", "files_left"),
    [
        ((goal(_finished_downloads=[DOWNLOAD]),), 0),  # its batch is through
        ((), 0),  # its goal is gone
        ((goal(),), 2),  # set aside: it may be sent again
    ],
)
def test_working_files_of_open_batches_are_kept(
    stage: Stage, counted: Counter[str], event: tuple[Any, ...], files_left: int
) -> None:
    insert(stage.database, *event)
    leave(stage, f"{DOWNLOAD}/result.json", f"{DOWNLOAD}/a.mp4", bucket="work")
    assert sweep(stage)["working_files"] == 2 - files_left
    assert len(stage.objects("work")) == files_left
    assert counted == ({} if files_left else {"WorkingFilesRemoved": 2})


def test_working_files_of_a_download_under_way_are_left_alone(stage: Stage) -> None:
    leave(stage, f"{DOWNLOAD}/manifest.json", "notes.txt", bucket="work")
    assert sweep(stage, Rules(orphan_minutes=1))["working_files"] == 0
