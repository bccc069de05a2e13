"""Batches of moved, removed, corrected and unknown goals (G11, G14, U4)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from footy.goals.adapters.mongo.fixtures.moves import Moves
from footy.goals.adapters.mongo.goals.downloads import Downloads
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.clips.copies.comparison import Similarity
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from footy.goals.steps.sweep_objects import sweep_objects
from tests.support.clips import fetched, verdict
from tests.support.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.support.uploads import Stage, published
from tests.support.var_removal import reattribute, take_away

CORRECTED = "7_40_10_Goal_1"


def meanwhile(happens: Callable[[], None]) -> Callable[..., list[Similarity]]:
    """Nothing is alike; but at the first comparison, between reading and writing the goal, something happens."""
    ahead = [happens]

    def match(_candidate: Video, _pool: Sequence[Video], **_: object) -> list[Similarity]:
        if ahead:
            ahead.pop()()
        return []

    return match


def move(stage: Stage, source: CollectionName, target: CollectionName) -> None:
    assert Moves(stage.database).move([7], source, target, NOON) == {7}


@pytest.mark.parametrize("place", ["staging", "active", "completed"])
def test_a_batch_finds_its_goal_wherever_the_fixture_is(stage: Stage, place: CollectionName) -> None:
    insert(stage.database, goal(_download_complete=True), place=place)
    assert stage.deliver(fetched("a")) == "finished"
    assert stage.objects() == [stage.only()["_s3_key"]]
    assert stage.event()["_finished_downloads"] == [DOWNLOAD]


@pytest.mark.parametrize("target", ["staging", "completed"])
def test_a_moving_fixture_keeps_its_batch(stage: Stage, target: CollectionName) -> None:
    insert(stage.database, goal(_s3_videos=[]))
    stage.deliver(fetched("a"))
    moves = meanwhile(lambda: move(stage, "active", target))
    stage.deliver(fetched("b"), download=2, match=moves)
    assert stage.database[f"fixtures_{target}"].count_documents({"_id": 7}) == 1
    assert stage.objects() == sorted(video["_s3_key"] for video in stage.videos())
    assert [video["rank"] for video in stage.videos()] == [1, 2]


class TestRemoved:
    def test_a_batch_of_a_removed_goal_leaves_nothing(self, stage: Stage) -> None:
        insert(stage.database, goal())
        take_away(stage.database, GOAL)
        assert stage.deliver(fetched("a")) == "goal_removed"
        assert (stage.objects(), stage.objects("work")) == ([], [])

    def test_a_removal_during_the_merge_keeps_old_objects(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        removal = meanwhile(lambda: take_away(stage.database, GOAL))
        assert stage.deliver(fetched("b"), download=2, match=removal) == "goal_removed"
        assert stage.objects("work") == []
        sweep_objects({}, replace(stage, rules=Rules(orphan_minutes=0)).container())
        assert stage.objects() == [published("a")]

    @pytest.mark.parametrize("removed", [GOAL, CORRECTED])
    def test_the_download_of_a_removed_goal_is_finished(self, stage: Stage, removed: str) -> None:
        posts: list[Any] = [{"url": post, "tweet_id": post, "video_url": None, "attempt": 1} for post in "ab"]
        insert(stage.database, goal(_download_workflows=[DOWNLOAD], _discovered_videos=posts))
        stage.fetch(fetched("a"), fetched("b"))
        stage.upload_early(verdict(fetched("a")))
        if removed == CORRECTED:
            reattribute(stage.database, GOAL, CORRECTED)
        take_away(stage.database, removed)
        assert [stage.upload() for _ in range(2)] == ["goal_removed", "goal_removed"]
        [fixture] = stage.database["fixtures_active"].find()
        stored_goal = fixture["_removed_events"][-1]["goal"]
        assert stored_goal["_finished_downloads"] == stored_goal["_download_workflows"] == [DOWNLOAD]
        assert [post["tweet_id"] for post in stored_goal["_discovered_videos"]] == ["a"]

    def test_one_that_comes_back_while_its_batch_is_dropped_gets_it(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.fetch(fetched("a"))
        event = stage.event()
        take_away(stage.database, GOAL)

        class ComesBack(Downloads):
            def finish_removed(self, event_id: str, download_id: str, released: Sequence[str]) -> None:
                back = {"$set": {"events": [event], "_removed_events": []}}
                stage.database["fixtures_active"].update_one({"_id": 7}, back)
                super().finish_removed(event_id, download_id, released)

        downloads = ComesBack(GoalEvents(stage.database))
        assert stage.upload(verdict(fetched("a")), downloads=downloads) == "finished"
        assert stage.only()["md5"] == fetched("a")["md5"]


class TestCorrected:
    def test_a_correction_during_a_batch_changes_nothing(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        correction = meanwhile(lambda: reattribute(stage.database, GOAL, CORRECTED))
        assert stage.deliver(fetched("b"), download=2, match=correction) == "finished"
        assert len(stage.videos(CORRECTED)) == 2
        assert stage.objects() == sorted([published("a"), published("b")])


class TestUnknown:
    @pytest.mark.parametrize("events", [(), (goal(_event_id=CORRECTED),)])
    def test_files_of_an_unknown_goal_are_deleted(self, stage: Stage, events: tuple[object, ...]) -> None:
        insert(stage.database, *events)  # type: ignore[arg-type]
        assert stage.deliver(fetched("a")) == "goal_unknown"
        assert (stage.objects(), stage.objects("work")) == ([], [])
