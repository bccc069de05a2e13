"""An upload batch, against a real database and S3 in process."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.clips.manifest import FetchedClip, Verdict
from footy.errors import MalformedHash, UpstreamUnavailable, WriteConflict
from footy.media import Media, Work
from footy.settings import Rules
from footy.store.documents import EventDocument, FixtureDocument
from footy.store.downloads import Downloads
from footy.store.events import Events
from footy.uploading import upload_batch
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON, goal, insert
from tests.unit.clips.making import fetched, file_of, verdict

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class StoppedClock:
    now_is = NOON + timedelta(minutes=2)

    def now(self) -> datetime:
        return self.now_is


@dataclass
class Stage:
    """A goal with its database, its buckets, and a way to send it batches."""

    database: Database[FixtureDocument]
    s3: "S3Client"
    rules: Rules = field(default_factory=Rules)

    @property
    def media(self) -> Media:
        return Media(self.s3, "media")

    @property
    def work(self) -> Work:
        return Work(self.s3, "work")

    def fetch(self, *clips: FetchedClip, download: str = DOWNLOAD, **outcomes: int) -> None:
        """What the task of a download leaves."""
        wanted = [{**clip, "video_url": None} for clip in clips]
        self.work.put_manifest({"event_id": GOAL, "download_id": download, "clips": wanted})  # type: ignore[typeddict-item]
        for clip in clips:
            self.s3.put_object(Bucket="work", Key=f"{download}/{clip['md5']}.mp4", Body=clip["md5"].encode())
        self.work.put_result({"download_id": download, "clips": list(clips), "outcomes": outcomes})

    def upload(self, *verdicts: Verdict, download: str = DOWNLOAD, media: Media | None = None) -> None:
        events = Events(self.database)
        upload_batch(
            {"event_id": GOAL, "download_id": download, "verdicts": list(verdicts)},
            events=events,
            downloads=Downloads(events),
            work=self.work,
            media=media or self.media,
            clock=StoppedClock(),
            rules=self.rules,
        )

    def deliver(self, *clips: FetchedClip, download: str = DOWNLOAD) -> None:
        """A whole download whose clips are all accepted."""
        self.fetch(*clips, download=download)
        self.upload(*(verdict(clip) for clip in clips), download=download)

    def event(self) -> EventDocument:
        event = Events(self.database).find(GOAL)
        assert event is not None
        return event

    def objects(self, bucket: str = "media") -> list[str]:
        return [found["Key"] for found in self.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]


def published(name: str, event_id: str = GOAL) -> str:
    return f"7/{event_id}/{file_of(name)[:16]}.mp4"


@pytest.fixture
def stage(database: Database[FixtureDocument]) -> Iterator[Stage]:
    with mock_aws():
        s3 = boto3.client("s3", region_name="us-east-1")
        for bucket in ("media", "work"):
            s3.create_bucket(Bucket=bucket)
        yield Stage(database, s3)


class Crash(Exception):
    """The process ends here."""


class CrashingMedia(Media):
    """Media whose process ends at the first removal."""

    def delete_keys(self, keys: Iterable[str]) -> int:
        raise Crash(list(keys))


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
    insert(stage.database, goal(), home="completed")
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
    stage.deliver(fetched("b", scene="goal", file_size=5000), download="second")
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
        insert(stage.database, goal())
        stage.deliver(fetched("a", scene="goal"))
        better = fetched("b", scene="goal", file_size=5000)
        stage.fetch(better, download="second")
        with pytest.raises(Crash):
            stage.upload(verdict(better), download="second", media=CrashingMedia(stage.s3, "media"))
        assert stage.objects() == sorted([published("a"), published("b")])
        stage.upload(verdict(better), download="second")
        assert stage.objects() == [published("b")]
        assert stage.objects("work") == []


class TestGone:
    def test_the_files_of_a_batch_without_a_goal_are_dropped(self, stage: Stage) -> None:
        insert(stage.database)
        stage.deliver(fetched("a"))
        assert (stage.objects(), stage.objects("work")) == ([], [])

    def test_objects_copied_while_the_goal_was_dropped_go_too(self, stage: Stage) -> None:
        insert(stage.database, _removed_events=[{"_event_id": GOAL, "at": NOON, "why": "missing"}])
        clip = fetched("a")
        stage.fetch(clip)
        stage.media.publish(stage.work.clip(DOWNLOAD, clip["md5"]), published("a"), {})
        stage.upload(verdict(clip))
        assert stage.objects() == []


class TestConflict:
    def test_a_batch_that_came_between_makes_this_one_wait(self, stage: Stage) -> None:
        insert(stage.database, goal())
        events = Events(stage.database)
        read = stage.event()
        stage.deliver(fetched("a"), download="second")
        with pytest.raises(WriteConflict):
            upload_batch(
                {"event_id": GOAL, "download_id": DOWNLOAD, "verdicts": []},
                events=StaleEvents(stage.database, read),
                downloads=Downloads(events),
                work=stage.work,
                media=stage.media,
                clock=StoppedClock(),
                rules=stage.rules,
            )
        assert stage.event()["_finished_downloads"] == ["second"]

    def test_nothing_is_published_when_a_comparison_fails(self, stage: Stage) -> None:
        insert(stage.database, goal())
        stage.deliver(fetched("a"))
        with pytest.raises(MalformedHash):
            stage.deliver(fetched("b"), fetched("c", perceptual_hash="broken"), download="second")
        assert stage.objects() == [published("a")]
        assert stage.event()["_finished_downloads"] == [DOWNLOAD]

    def test_nothing_is_written_when_an_object_cannot_be_copied(self, stage: Stage) -> None:
        insert(stage.database, goal())
        clip = fetched("a")
        stage.fetch(clip)
        stage.s3.delete_object(Bucket="work", Key=f"{DOWNLOAD}/{clip['md5']}.mp4")
        with pytest.raises((UpstreamUnavailable, stage.s3.exceptions.NoSuchKey)):
            stage.upload(verdict(clip))
        assert stage.event()["_s3_videos"] == []


class StaleEvents(Events):
    """Reads a goal as it was some time ago."""

    def __init__(self, database: Database[FixtureDocument], read: EventDocument) -> None:
        super().__init__(database)
        self._read = read

    def find_with_fixture(self, event_id: str) -> tuple[FixtureDocument, EventDocument] | None:
        found = super().find_with_fixture(event_id)
        return (found[0], self._read) if found else None


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
