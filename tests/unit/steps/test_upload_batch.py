"""An upload batch, against a real database and S3 in process."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from pymongo.database import Database

from footy.adapters.media import Media
from footy.adapters.mongo.events import Events
from footy.errors import MalformedHash, UpstreamUnavailable, WriteConflict
from footy.model.clips import FrameTexts
from footy.model.documents import EventDocument, FixtureDocument
from footy.settings import Rules
from footy.steps.sweep_objects import sweep_objects
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, SECOND, goal, insert
from tests.unit.clips.making import fetched, file_of, stored, verdict
from tests.unit.uploads import Stage, StoppedClock, published

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


def test_an_accepted_clip_is_copied_ranked_and_written_down(stage: Stage) -> None:
    insert(stage.database, goal(_download_workflows=[DOWNLOAD]))
    stage.deliver(fetched("a"))
    event = stage.event()
    (video,) = event["_s3_videos"]
    assert video["_s3_key"] == published("a")
    assert (video["rank"], video["extracted_minute"], video["s3_url"]) == (1, 67, f"s3://media/{published('a')}")
    assert event["_finished_downloads"] == [DOWNLOAD]
    assert event["_telemetry"]["downloads"] == [{"id": DOWNLOAD, "outcomes": {"new": 1}}]
    assert event["_telemetry"]["first_clip_at"] == StoppedClock.now_is
    assert stage.objects() == [published("a")]


def test_what_was_read_is_kept_with_the_clip(stage: Stage) -> None:
    insert(stage.database, goal())
    clip = fetched("a")
    texts: FrameTexts = {"at": 25, "clock": "66:59", "added": "NONE", "stoppage": "NONE", "score": "ARS 1-0 CHE"}
    stage.fetch(clip)
    stage.upload({**verdict(clip), "frames_read": [texts]})
    assert stage.only()["frames_read"] == [texts]


def test_the_object_tells_whose_goal_it_is(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a"))
    assert stage.s3.head_object(Bucket="media", Key=published("a"))["Metadata"] == {
        "player": "M. Odegaard",
        "team": "Besiktas",
        "event-id": GOAL,
        "fixture-id": "7",
    }


def test_working_files_are_cleared_away(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a"))
    assert stage.objects("work") == []


def test_an_archived_fixture_still_takes_its_last_batch(stage: Stage) -> None:
    insert(stage.database, goal(), place="completed")
    stage.deliver(fetched("a"))
    assert len(stage.event()["_s3_videos"]) == 1


def test_only_accepted_clips_are_published_and_every_other_is_counted(stage: Stage) -> None:
    insert(stage.database, goal())
    clips = [fetched(name) for name in "abc"]
    stage.fetch(*clips, geo_blocked=1)
    stage.upload(verdict(clips[0]), verdict(clips[1], outcome="not_football"))
    assert stage.objects() == [published("a")]
    outcomes = stage.event()["_telemetry"]["downloads"][0]["outcomes"]
    assert outcomes == {"new": 1, "not_football": 1, "unchecked": 1, "geo_blocked": 1}


def test_the_post_of_an_unchecked_clip_may_be_found_again(stage: Stage) -> None:
    posts = [{"url": "", "tweet_id": name, "attempt": 1} for name in ("a", "b")]
    insert(stage.database, goal(_discovered_videos=posts))
    clips = [fetched("a"), fetched("b")]
    stage.fetch(*clips)
    stage.upload(verdict(clips[0]))
    assert [post["tweet_id"] for post in stage.event()["_discovered_videos"]] == ["a"]


def test_an_empty_download_is_finished_too(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.upload()
    assert stage.event()["_finished_downloads"] == [DOWNLOAD]
    assert "first_clip_at" not in stage.event()["_telemetry"]


def test_a_fetch_that_failed_is_finished_and_told_apart_from_nothing_posted(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.fetch(fetched("a"), fetched("b"))
    stage.s3.delete_object(Bucket="work", Key=f"{DOWNLOAD}/result.json")
    stage.upload()
    assert stage.event()["_telemetry"]["downloads"] == [{"id": DOWNLOAD, "outcomes": {"fetch_failed": 2}}]


def test_a_better_clip_replaces_the_object_and_keeps_its_links(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.deliver(fetched("a", scene="goal"))
    link = stage.event()["_s3_videos"][0]["share_id"]
    stage.deliver(fetched("b", scene="goal", file_size=5000), download=2)
    (video,) = stage.event()["_s3_videos"]
    assert (video["md5"], video["popularity"]) == (file_of("b"), 2)
    assert video["previous_share_ids"] == [link]
    assert stage.objects() == [published("b")]


def test_first_clip_keeps_its_time(stage: Stage) -> None:
    insert(stage.database, goal(_telemetry={"opened_at": NOON, "first_clip_at": NOON}))
    stage.deliver(fetched("a"))
    assert stage.event()["_telemetry"]["first_clip_at"] == NOON


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


class TestGone:
    def test_the_files_of_a_batch_without_a_goal_are_dropped(self, stage: Stage) -> None:
        insert(stage.database)
        stage.deliver(fetched("a"))
        assert (stage.objects(), stage.objects("work")) == ([], [])

    def test_objects_copied_while_the_goal_was_dropped_are_left_to_the_night(self, stage: Stage) -> None:
        insert(stage.database, _removed_events=[{"_event_id": GOAL, "at": NOON, "why": "missing"}])
        clip = fetched("a")
        stage.fetch(clip)
        stage.media.publish(stage.work.clip(DOWNLOAD, clip["md5"]), published("a"), {})
        stage.upload(verdict(clip))
        assert stage.objects() == [published("a")]
        assert sweep_objects({}, replace(stage, rules=SETTLED).world())["orphans"] == 1
        assert stage.objects() == []


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

    def test_one_that_is_overtaken_again_and_again_makes_way_for_its_next_delivery(self, stage: Stage) -> None:
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

    def test_nothing_is_written_when_an_object_cannot_be_copied(self, stage: Stage) -> None:
        insert(stage.database, goal())
        with pytest.raises(UpstreamUnavailable):
            stage.deliver(fetched("a"), media=Media(stage.s3, "nowhere"))
        assert stage.videos() == []


class StaleEvents(Events):
    """Reads a fixture as it was some time ago, so many times."""

    def __init__(self, database: Database[FixtureDocument], *, times: int) -> None:
        super().__init__(database)
        self._read, self._times = super().find_with_hashes(GOAL), times

    def find_with_hashes(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        self._times -= 1
        return self._read if self._times >= 0 else super().find_with_hashes(event_id)


class TestCompletion:
    def test_the_last_of_ten_downloads_completes_the_goal(self, stage: Stage) -> None:
        ids = [f"download{n}-{GOAL}" for n in range(1, 11)]
        insert(stage.database, goal(_download_workflows=ids, _finished_downloads=ids[1:]))
        stage.upload()
        assert stage.event()["_download_complete"]
        assert stage.event()["_telemetry"]["completed_because"] == "downloads_finished"

    def test_a_goal_with_a_download_under_way_is_not_complete(self, stage: Stage) -> None:
        ids = [f"download{n}-{GOAL}" for n in range(1, 11)]
        insert(stage.database, goal(_download_workflows=ids, _finished_downloads=ids[2:]))
        stage.upload()
        assert not stage.event()["_download_complete"]


class TestApart:
    """What must never become one."""

    def test_a_verified_clip_and_a_better_one_that_is_not(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        better = fetched("b", scene="goal", file_size=9000, duration=50.0, copies=9)
        stage.deliver(better, download=2, verified=False)
        assert [(v["md5"], v["rank"]) for v in stage.videos()] == [(file_of("a"), 1), (file_of("b"), 2)]


def test_what_a_crash_left_is_cleared_away_by_a_later_batch_of_the_goal(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.s3.put_object(Bucket="media", Key=published("left over"), Body=b"")
    stage.rules = SETTLED
    stage.upload()
    assert stage.objects() == []


def test_what_an_overlapping_delivery_has_just_copied_is_left_for_it_to_name(stage: Stage) -> None:
    insert(stage.database, goal())
    stage.s3.put_object(Bucket="media", Key=published("just copied"), Body=b"")
    stage.upload()
    assert stage.objects() == [published("just copied")]
