"""Redelivered and conflicting batches, and crashes (U3, G18)."""

from collections.abc import Iterable
from typing import Any

import pytest
from pymongo.database import Database

from footy.core.errors import MalformedHash, WriteConflict
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.storage.media import Media
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.settings import Rules
from tests.support.clips import fetched, stored, verdict
from tests.support.goals import DOWNLOAD, GOAL, SECOND, goal, insert
from tests.support.uploads import Stage, published

# as if everything in the buckets had been lying there for long
SETTLED = Rules(orphan_minutes=0)


class Crash(Exception):
    """The process ends here."""


class CrashingMedia(Media):
    """Media whose process ends at the first removal."""

    def delete_keys(self, keys: Iterable[str]) -> int:
        raise Crash(list(keys))


class CountingMedia(Media):
    """Media that notes what is copied."""

    def __init__(self, s3: Any, bucket: str) -> None:
        super().__init__(s3, bucket)
        self.copied: list[str] = []

    def publish(self, source: Any, key: str, labels: Any) -> None:
        self.copied.append(key)
        super().publish(source, key, labels)


class TestDeliveredAgain:
    def test_nothing_changes(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a", copies=2))
        before = stage.event()
        stage.deliver(fetched("a", copies=2))
        assert stage.event() == before
        assert (stage.objects(), stage.objects("work")) == ([published("a")], [])

    def test_after_a_crash_before_the_write_everything_is_done(self, stage: Stage) -> None:
        insert(stage.database, goal())
        clip = fetched("a")
        stage.fetch(clip)
        stage.media.publish(stage.work.clip(DOWNLOAD, clip["md5"]), published("a"), {})
        stage.upload(verdict(clip))
        assert stage.objects() == [published("a")]
        assert stage.event()["_s3_videos"][0]["popularity"] == 1

    def test_after_a_crash_before_the_removals_they_are_made_up_for(self, stage: Stage) -> None:
        stage.rules = SETTLED
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        better = fetched("b", scene="goal", file_size=5000)
        stage.fetch(better, download=SECOND)
        with pytest.raises(Crash):
            stage.upload(verdict(better), download=2, media=CrashingMedia(stage.s3, "media"))
        assert stage.objects() == sorted([published("a"), published("b")])
        stage.upload(verdict(better), download=2)
        assert stage.objects() == [published("b")]
        assert stage.objects("work") == []


class TestConflict:
    def test_a_batch_that_came_between_is_merged_with(self, stage: Stage) -> None:
        insert(stage.database, goal())
        events = StaleEvents(stage.database, times=1)
        stage.deliver(fetched("a", scene="goal"), download=2)
        stage.deliver(fetched("b", scene="goal", file_size=5000), events=events)
        assert stage.only()["popularity"] == 2
        assert stage.event()["_finished_downloads"] == [SECOND, DOWNLOAD]
        assert stage.objects() == [published("b")]

    def test_what_was_copied_before_is_not_copied_again(self, stage: Stage) -> None:
        insert(stage.database, goal())
        events = StaleEvents(stage.database, times=2)
        stage.deliver(fetched("a"), download=2)
        media = CountingMedia(stage.s3, "media")
        stage.deliver(fetched("b"), events=events, media=media)
        assert media.copied == [published("b")]
        assert len(stage.videos()) == 2

    def test_repeated_conflicts_end_in_a_redelivery(self, stage: Stage) -> None:
        insert(stage.database, goal())
        events = StaleEvents(stage.database, times=9)
        stage.deliver(fetched("a"), download=2)
        with pytest.raises(WriteConflict):
            stage.deliver(fetched("b"), events=events)
        assert stage.event()["_finished_downloads"] == [SECOND]
        stage.deliver(fetched("b"))
        assert len(stage.videos()) == 2

    def test_nothing_is_published_when_a_comparison_fails(self, stage: Stage) -> None:
        insert(stage.database, goal(_s3_videos=[stored("a", perceptual_hash="broken")]))
        with pytest.raises(MalformedHash):
            stage.deliver(fetched("b"), fetched("c"))
        assert stage.objects() == []
        assert stage.event()["_finished_downloads"] == []


class StaleEvents(GoalEvents):
    """Reads a fixture as it was some time ago, so many times."""

    def __init__(self, database: Database[FixtureDocument], *, times: int) -> None:
        super().__init__(database)
        self._read, self._times = super().find_with_hashes(GOAL), times

    def find_with_hashes(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        self._times -= 1
        return self._read if self._times >= 0 else super().find_with_hashes(event_id)


def test_a_later_batch_deletes_orphans_of_a_crash(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.s3.put_object(Bucket="media", Key=published("left over"), Body=b"")
    stage.rules = SETTLED
    stage.upload()
    assert stage.objects() == []
