"""Batches that come when their goal has moved, changed its scorer, ended, or was never there."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from footy.goals.adapters.mongo.fixtures.active import Active
from footy.goals.adapters.mongo.fixtures.moves import Moves
from footy.goals.adapters.mongo.goals.downloads import Downloads
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.clips.copies.comparison import Similarity
from footy.goals.model.collections import CollectionName
from footy.goals.model.documents import Video
from footy.goals.settings import Rules
from footy.goals.steps.sweep_objects import sweep_objects
from footy.goals.steps.upload_batch import Output
from tests.support.clips import fetched, verdict
from tests.support.goals import DOWNLOAD, GOAL, NOON, SECOND, goal, insert
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
def test_a_fixture_that_moves_while_its_batch_is_merged_takes_the_batch_along(
    stage: Stage, target: CollectionName
) -> None:
    insert(stage.database, goal(_s3_videos=[]))
    stage.deliver(fetched("a"))
    moves = meanwhile(lambda: move(stage, "active", target))
    stage.deliver(fetched("b"), download=2, match=moves)
    assert stage.database[f"fixtures_{target}"].count_documents({"_id": 7}) == 1
    assert stage.objects() == sorted(video["_s3_key"] for video in stage.videos())
    assert [video["rank"] for video in stage.videos()] == [1, 2]


def test_a_batch_after_completion_is_merged_and_ranked_like_any_other(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a", scene="goal"))
    move(stage, "active", "completed")
    stage.deliver(fetched("b", scene="goal", file_size=5000), fetched("c", copies=9), download=2)
    assert [(video["rank"], video["popularity"]) for video in stage.videos()] == [(1, 9), (2, 2)]
    assert stage.objects() == sorted([published("b"), published("c")])


class TestRemoved:
    def test_a_batch_of_a_removed_goal_leaves_nothing(self, stage: Stage) -> None:
        insert(stage.database, goal())
        take_away(stage.database, GOAL)
        assert stage.deliver(fetched("a")) == "goal_removed"
        assert (stage.objects(), stage.objects("work")) == ([], [])

    def test_one_whose_goal_is_removed_while_it_is_merged_leaves_what_that_keeps(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        removal = meanwhile(lambda: take_away(stage.database, GOAL))
        assert stage.deliver(fetched("b"), download=2, match=removal) == "goal_removed"
        assert stage.objects("work") == []
        sweep_objects({}, replace(stage, rules=Rules(orphan_minutes=0)).container())
        assert stage.objects() == [published("a")]

    def test_nor_does_one_of_a_goal_that_was_corrected_and_then_removed_add_anything(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        reattribute(stage.database, GOAL, CORRECTED)
        take_away(stage.database, CORRECTED)
        assert stage.deliver(fetched("b"), download=2) == "goal_removed"
        assert stage.objects() == [published("a")]

    @pytest.mark.parametrize("removed", [GOAL, CORRECTED])
    def test_should_it_come_back_nobody_waits_for_its_download_and_what_was_not_placed_may_be_found_again(
        self, stage: Stage, removed: str
    ) -> None:
        wanted: list[Any] = [{"url": post, "tweet_id": post, "video_url": None, "attempt": 1} for post in "ab"]
        insert(stage.database, goal(_download_workflows=[DOWNLOAD], _discovered_videos=wanted))
        stage.fetch(fetched("a"), fetched("b"))
        stage.upload_early(verdict(fetched("a")))
        if removed == CORRECTED:
            reattribute(stage.database, GOAL, CORRECTED)
        take_away(stage.database, removed)
        assert [stage.upload() for _ in range(2)] == ["goal_removed", "goal_removed"]
        [fixture] = stage.database["fixtures_active"].find()
        kept = fixture["_removed_events"][-1]["goal"]
        assert kept["_finished_downloads"] == kept["_download_workflows"] == [DOWNLOAD]
        assert [post["tweet_id"] for post in kept["_discovered_videos"]] == ["a"]

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
    def test_a_batch_under_the_old_id_joins_the_goal_under_its_new_one(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        reattribute(stage.database, GOAL, CORRECTED)
        stage.deliver(fetched("b", scene="goal", file_size=5000), download=2)
        assert stage.event(CORRECTED)["_finished_downloads"] == [DOWNLOAD, SECOND]
        assert stage.only(CORRECTED)["popularity"] == 2
        assert stage.objects() == [published("b")]

    def test_no_object_is_deleted_or_copied_anew(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        before = stage.s3.head_object(Bucket="media", Key=published("a"))["LastModified"]
        reattribute(stage.database, GOAL, CORRECTED)
        stage.deliver(fetched("a"), download=2)
        assert stage.s3.head_object(Bucket="media", Key=published("a"))["LastModified"] == before
        assert stage.only(CORRECTED)["_s3_key"] == published("a")

    def test_a_correction_in_the_middle_of_a_batch_changes_nothing_in_it(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        correction = meanwhile(lambda: reattribute(stage.database, GOAL, CORRECTED))
        assert stage.deliver(fetched("b"), download=2, match=correction) == "finished"
        assert len(stage.videos(CORRECTED)) == 2
        assert stage.objects() == sorted([published("a"), published("b")])

    def test_a_search_under_the_new_id_supersedes_what_the_one_under_the_old_id_published(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        reattribute(stage.database, GOAL, CORRECTED)
        stage.deliver(fetched("b", scene="goal", file_size=5000), download=2, goal=CORRECTED)
        assert stage.only()["_s3_key"] == published("b", CORRECTED)
        assert stage.objects() == [published("b", CORRECTED)]


class TestUnknown:
    @pytest.mark.parametrize("events", [(), (goal(_event_id=CORRECTED),)])
    def test_a_goal_that_never_existed_is_an_outcome_and_its_files_go(
        self, stage: Stage, events: tuple[object, ...]
    ) -> None:
        insert(stage.database, *events)  # type: ignore[arg-type]
        assert stage.deliver(fetched("a")) == "goal_unknown"
        assert (stage.objects(), stage.objects("work")) == ([], [])

    def test_so_is_a_fixture_that_never_existed(self, stage: Stage) -> None:
        outcome: Output = stage.deliver(fetched("a"), goal="8_1_1_Goal_1")
        assert outcome == "goal_unknown"
        assert stage.objects("work") == []


def test_delivered_again_after_everything_else_it_is_still_the_same(stage: Stage) -> None:
    insert(stage.database, goal())
    clip = fetched("a")
    stage.deliver(clip)
    stage.deliver(fetched("b"), download=2)
    before = stage.videos()
    assert stage.upload(verdict(clip)) == "again"
    assert stage.videos() == before
    assert Active(stage.database).read([7])[0]["events"][0]["_finished_downloads"] == [DOWNLOAD, SECOND]
