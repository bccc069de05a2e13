"""Batches with unusable clips (D7, W3)."""

from collections import Counter

import pytest

from tests.support.clips import fetched, file_of, verdict
from tests.support.goals import DOWNLOAD, GOAL, goal, insert
from tests.support.uploads import Stage, published


class TestUnusable:
    """One clip of a batch cannot be used: it is counted under its reason, and the others are published."""

    @pytest.fixture
    def posts(self, stage: Stage) -> Stage:
        insert(stage.database, goal(_discovered_videos=[{"url": "", "tweet_id": name, "attempt": 1} for name in "ab"]))
        return stage

    def assert_only_b(self, stage: Stage, why: str) -> None:
        assert stage.outcomes() == {why: 1, "new": 1}
        assert stage.objects() == [published("b")]
        assert [post["tweet_id"] for post in stage.event()["_discovered_videos"]] == ["b"]
        assert stage.event()["_finished_downloads"] == [DOWNLOAD]

    def test_a_file_that_vanished(self, posts: Stage) -> None:
        clips = [fetched("a"), fetched("b")]
        posts.fetch(*clips)
        posts.s3.delete_object(Bucket="work", Key=f"{DOWNLOAD}/{file_of('a')}.mp4")
        posts.upload(*map(verdict, clips))
        self.assert_only_b(posts, "file_missing")

    @pytest.mark.parametrize("odd", [{"perceptual_hash": "dense:0.25:0.25=xyz"}, {"hash_version": "dhash-99"}])
    def test_a_hash_that_cannot_be_compared(self, posts: Stage, counted: Counter[str], odd: dict[str, str]) -> None:
        posts.deliver(fetched("a", **odd), fetched("b"))
        self.assert_only_b(posts, "unreadable_hash")
        assert counted["ClipsUnusable"] == 1

    @pytest.mark.parametrize(
        ("outcome", "counter"), [("unchecked", "DecodersOutOfResources"), ("not_fetched", "ClipsNotFetched")]
    )
    def test_a_clip_that_nobody_could_look_at(
        self, posts: Stage, counted: Counter[str], outcome: str, counter: str
    ) -> None:
        clip = fetched("b")
        posts.fetch(clip)
        posts.work.put_result(DOWNLOAD, {"tweet_id": "a", "clip": None, "outcome": outcome})
        posts.take(GOAL, DOWNLOAD, [verdict(clip)], ["a", "b"])
        self.assert_only_b(posts, outcome)
        nobodys = dict.fromkeys(("ClipsNotFetched", "DecodersOutOfResources", "ClipsNotValidated"), 0)
        assert counted == {**nobodys, counter: 1, "ClipsAssignedNew": 1}
