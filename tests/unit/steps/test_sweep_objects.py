"""The daily sweep: what crashes left in the buckets, and nothing else."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from footy.model.places import PLACES, Place
from footy.settings import Rules
from footy.steps.sweep_objects import Output, sweep_objects
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.unit.clips.making import fetched
from tests.unit.uploads import Stage, published

AT_ONCE = Rules(orphan_minutes=0)
ORPHAN = published("nobody names it")


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The metrics that were counted."""
    told: dict[str, float] = {}
    monkeypatch.setattr("footy.steps.sweep_objects.count", lambda name, value=1: told.update({name: value}))
    return told


def sweep(stage: Stage, rules: Rules = AT_ONCE) -> Output:
    return sweep_objects({}, replace(stage, rules=rules).world())


def leave(stage: Stage, *keys: str, bucket: str = "media") -> None:
    for key in keys:
        stage.s3.put_object(Bucket=bucket, Key=key, Body=b"")


@pytest.mark.parametrize("place", PLACES)
def test_what_no_goal_names_is_removed_and_reported(stage: Stage, counted: dict[str, float], place: Place) -> None:
    insert(stage.database, goal(), place=place)
    stage.deliver(fetched("a"))
    leave(stage, ORPHAN, "9/9_1_1_Goal_1/of_a_fixture_that_is_gone.mp4")
    assert sweep(stage)["orphans"] == 2
    assert stage.objects() == [published("a")]
    assert counted == {"OrphansRemoved": 2}


def test_what_was_just_copied_may_still_be_named(stage: Stage) -> None:
    insert(stage.database, goal())
    leave(stage, ORPHAN)
    assert sweep(stage, Rules())["orphans"] == 0
    assert stage.objects() == [ORPHAN]


@pytest.mark.parametrize(("place", "orphans"), [("active", 0), ("staging", 0), ("completed", 1)])
def test_objects_of_removed_goals_are_left_to_ticks_where_ticks_come(stage: Stage, place: Place, orphans: int) -> None:
    stone = {"_event_id": GOAL, "at": NOON, "why": "var", "objects": [ORPHAN]}
    insert(stage.database, _removed_events=[stone], place=place)
    leave(stage, ORPHAN)
    assert sweep(stage)["orphans"] == orphans


def test_what_is_not_ours_is_left_alone(stage: Stage) -> None:
    leave(stage, "favicon.ico", "pages/index.html")
    assert sweep(stage)["orphans"] == 0
    assert len(stage.objects()) == 2


@pytest.mark.parametrize(
    ("event", "left"),
    [
        ((goal(_finished_downloads=[DOWNLOAD]),), 0),  # its batch is through
        ((), 0),  # its goal is gone
        ((goal(),), 2),  # set aside: it may be sent again
    ],
)
def test_working_files_are_kept_as_long_as_a_batch_may_come_for_them(
    stage: Stage, counted: dict[str, float], event: tuple[Any, ...], left: int
) -> None:
    insert(stage.database, *event)
    leave(stage, f"{DOWNLOAD}/result.json", f"{DOWNLOAD}/a.mp4", bucket="work")
    assert sweep(stage)["working_files"] == 2 - left
    assert len(stage.objects("work")) == left
    assert counted == ({} if left else {"WorkingFilesRemoved": 2})


def test_working_files_of_a_download_under_way_are_left_alone(stage: Stage) -> None:
    leave(stage, f"{DOWNLOAD}/manifest.json", "notes.txt", bucket="work")
    assert sweep(stage, Rules(orphan_minutes=1))["working_files"] == 0


def test_ages_are_measured_by_the_clock_of_the_bucket(stage: Stage) -> None:
    leave(stage, ORPHAN)
    assert list(stage.media.settled(timedelta(0))) == [[ORPHAN]]
    assert list(stage.media.settled(timedelta(minutes=1))) == []
