"""Redelivered and conflicting batches, and crashes (U3, G18)."""

from collections.abc import Iterable

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
NO_GRACE = Rules(orphan_minutes=0)


class Crash(Exception):
    """The process ends here."""


class CrashingMedia(Media):
    """Media whose process ends at the first removal."""

    def delete_keys(self, keys: Iterable[str]) -> int:
        raise Crash(list(keys))


class TestDeliveredAgain:
    def test_nothing_changes(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a", copies=2))
        before = stage.event()
        stage.deliver(fetched("a", copies=2))
        assert stage.event() == before
        assert (stage.objects(), stage.objects("work")) == ([published("a")], [])

    def test_after_a_crash_before_the_removals_they_are_made_up_for(self, stage: Stage) -> None:
        stage.rules = NO_GRACE
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        better = fetched("b", scene="goal", file_size=5000)
        stage.fetch(better, download=SECOND)
        with pytest.raises(Crash):
            stage.upload(verdict(better), download=2, media=CrashingMedia(stage.s3, "media"))
        assert stage.objects() == sorted([published("a"), published("b")])
        stage.upload(verdict(better), download=2)
        assert (stage.objects(), stage.objects("work")) == ([published("b")], [])


class TestConflict:
    def test_a_batch_that_came_between_is_merged_with(self, stage: Stage) -> None:
        insert(stage.database, goal())
        events = StaleEvents(stage.database, times=1)
        stage.deliver(fetched("a", scene="goal"), download=2)
        stage.deliver(fetched("b", scene="goal", file_size=5000), events=events)
        assert stage.only()["popularity"] == 2
        assert stage.event()["_finished_downloads"] == [SECOND, DOWNLOAD]
        assert stage.objects() == [published("b")]

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
    stage.rules = NO_GRACE
    stage.upload()
    assert stage.objects() == []
