"""Goals with a database and both buckets, and a way to send them batches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

import boto3
from moto import mock_aws
from pymongo.database import Database

from footy.adapters.mongo.downloads import Downloads
from footy.adapters.mongo.events import Events
from footy.adapters.s3 import Media, Work
from footy.clips.likeness import alike
from footy.model.clips import FetchedClip, Verdict
from footy.model.documents import EventDocument, FixtureDocument, Video
from footy.settings import Rules
from footy.steps.upload_batch import Uploaded, upload_batch
from tests.unit.clips.goals import DOWNLOAD, GOAL, NOON
from tests.unit.clips.making import file_of, verdict

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class StoppedClock:
    now_is = NOON + timedelta(minutes=2)

    def now(self) -> datetime:
        return self.now_is


@dataclass
class Stage:
    """Buckets `media` and `work`, and the database of the test."""

    database: Database[FixtureDocument]
    s3: "S3Client"
    rules: Rules = field(default_factory=Rules)

    @property
    def media(self) -> Media:
        return Media(self.s3, "media")

    @property
    def work(self) -> Work:
        return Work(self.s3, "work")

    def fetch(self, *clips: FetchedClip, download: str = DOWNLOAD, goal: str = GOAL, **outcomes: int) -> None:
        """What the task of a download leaves; a clip's file holds the name it was made with."""
        wanted: list[Any] = [{**clip, "video_url": None} for clip in clips]
        self.work.put_manifest({"event_id": goal, "download_id": download, "clips": wanted})
        for clip in clips:
            self.s3.put_object(
                Bucket="work",
                Key=f"{download}/{clip['md5']}.mp4",
                Body=clip["tweet_id"].encode(),
                ContentType="video/mp4",
            )
        self.work.put_result({"download_id": download, "clips": list(clips), "outcomes": outcomes})

    def upload(self, *verdicts: Verdict, download: str = DOWNLOAD, goal: str = GOAL, **ports: Any) -> Uploaded:
        """The batch of a download; a port that is given stands in for the real one."""
        events = ports.get("events") or Events(self.database)
        usual: dict[str, Any] = {
            "events": events,
            "downloads": Downloads(events),
            "work": self.work,
            "media": self.media,
            "match": partial(alike, rules=self.rules),
            "clock": StoppedClock(),
            "rules": self.rules,
        }
        signal: Any = {"event_id": goal, "download_id": download, "verdicts": list(verdicts)}
        return upload_batch(signal, **usual | ports)

    def deliver(
        self, *clips: FetchedClip, download: str = DOWNLOAD, goal: str = GOAL, verified: bool = True, **ports: Any
    ) -> Uploaded:
        """A whole download whose clips are all accepted."""
        self.fetch(*clips, download=download, goal=goal)
        verdicts = [verdict(clip, verified=verified) for clip in clips]
        return self.upload(*verdicts, download=download, goal=goal, **ports)

    def event(self, goal: str = GOAL) -> EventDocument:
        event = Events(self.database).find(goal)
        assert event is not None
        return event

    def videos(self, goal: str = GOAL) -> Sequence[Video]:
        return self.event(goal)["_s3_videos"]

    def only(self, goal: str = GOAL) -> Video:
        (video,) = self.videos(goal)
        return video

    def outcomes(self) -> dict[str, int]:
        """How the clips of the goal's last download ended."""
        return self.event()["_telemetry"]["downloads"][-1]["outcomes"]

    def objects(self, bucket: str = "media") -> list[str]:
        return [found["Key"] for found in self.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]


def published(name: str, event_id: str = GOAL) -> str:
    return f"7/{event_id}/{file_of(name)[:16]}.mp4"


@contextmanager
def staged(database: Database[FixtureDocument]) -> Iterator[Stage]:
    """Empty buckets in process."""
    with mock_aws():
        s3 = boto3.client("s3", region_name="us-east-1")
        for bucket in ("media", "work"):
            s3.create_bucket(Bucket=bucket)
        yield Stage(database, s3)
