"""Upload stage: a database, both buckets, and methods to deliver batches."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import boto3
import pytest
from moto import mock_aws
from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.storage.media import Media
from footy.goals.adapters.storage.work import Work
from footy.goals.clips.assignment.goal_clips import clip_matcher
from footy.goals.model.clips import FetchedClip, Verdict
from footy.goals.model.documents import EventDocument, FixtureDocument, Video
from footy.goals.model.ids import download_of
from footy.goals.model.keys import clip_key
from footy.goals.settings import Rules
from footy.goals.steps.upload_batch import Input, Output, upload_batch
from tests.support.clips import NAMING_SECRET, file_of, verdict
from tests.support.containers import container_of
from tests.support.goals import DOWNLOAD, GOAL, NOON

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client


class StoppedClock:
    now_is = NOON + timedelta(minutes=2)

    def now(self) -> datetime:
        return self.now_is


@dataclass
class Stage:
    """Database of the test and the buckets `media` and `work`."""

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
        """Write the files of a download as workers do; a clip's file contains its tweet id."""
        left_out = {f"{outcome}-{n}": outcome for outcome, times in outcomes.items() for n in range(times)}
        posts = [*(clip["tweet_id"] for clip in clips), *left_out]
        chosen_clips: list[Any] = [{"url": post, "tweet_id": post, "video_url": None, "attempt": 1} for post in posts]
        self.work.put_manifest({"event_id": goal, "download_id": download, "clips": chosen_clips})
        for clip in clips:
            self.s3.put_object(
                Bucket="work",
                Key=f"{download}/{clip['md5']}.mp4",
                Body=clip["tweet_id"].encode(),
                ContentType="video/mp4",
            )
            self.work.put_result(download, {"tweet_id": clip["tweet_id"], "clip": clip, "outcome": "fetched"})
        for post, outcome in left_out.items():
            self.work.put_result(download, {"tweet_id": post, "clip": None, "outcome": outcome})

    def container(self, **ports: Any) -> ApiContainer:
        """Build the container of the function; `ports` replace real ones."""
        return container_of(
            self.database, self.rules, **{"work": self.work, "media": self.media, "clock": StoppedClock(), **ports}
        )

    def upload(
        self, *verdicts: Verdict, download: int = 1, goal: str = GOAL, match: Any = None, **ports: Any
    ) -> Output:
        """Deliver the batch of a download for the first time."""
        download_id = download_of(download, goal)
        manifest = self.work.manifest(download_id)
        posts = [clip["tweet_id"] for clip in manifest["clips"]] if manifest else []
        return self.take(goal, download_id, list(verdicts), posts, match=match, **ports)

    def upload_early(self, verdict: Verdict, *, download: int = 1, goal: str = GOAL, **ports: Any) -> Output:
        """Deliver the batch of a single clip, before its download is finished."""
        return self.take(goal, download_of(download, goal), [verdict], [verdict["clip"]], last=False, **ports)

    def take(
        self,
        goal: str,
        download_id: str,
        verdicts: list[Verdict],
        posts: list[str],
        *,
        match: Any = None,
        last: bool = True,
        **ports: Any,
    ) -> Output:
        """Run the step on a message."""
        signal = {"event_id": goal, "download_id": download_id, "verdicts": verdicts, "posts": posts, "last": last}
        body = json.dumps(signal)
        message: Input = {"body": body, "group": goal, "deduplication_id": download_id, "receives": 1}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                "footy.goals.clips.assignment.goal_clips.clip_matcher", lambda rules: match or clip_matcher(rules)
            )
            return upload_batch(message, self.container(**ports))

    def deliver(
        self, *clips: FetchedClip, download: int = 1, goal: str = GOAL, verified: bool = True, **ports: Any
    ) -> Output:
        """Deliver a whole download whose clips are all accepted."""
        self.fetch(*clips, download=download_of(download, goal), goal=goal)
        verdicts = [verdict(clip, verified=verified) for clip in clips]
        return self.upload(*verdicts, download=download, goal=goal, **ports)

    def event(self, goal: str = GOAL) -> EventDocument:
        document = GoalEvents(self.database).find_with_hashes(goal)
        assert document is not None
        return document[1]

    def videos(self, goal: str = GOAL) -> Sequence[Video]:
        return self.event(goal)["_s3_videos"]

    def only(self, goal: str = GOAL) -> Video:
        (video,) = self.videos(goal)
        return video

    def outcomes(self) -> dict[str, int]:
        """Return the outcomes of the goal's last download."""
        return self.event()["_telemetry"]["downloads"][-1]["outcomes"]

    def objects(self, bucket: str = "media") -> list[str]:
        return [document["Key"] for document in self.s3.list_objects_v2(Bucket=bucket).get("Contents", [])]


def published(name: str, event_id: str = GOAL) -> str:
    return clip_key(event_id, file_of(name), NAMING_SECRET)


@contextmanager
def staged(database: Database[FixtureDocument]) -> Iterator[Stage]:
    """Empty buckets in process."""
    with mock_aws():
        s3 = boto3.client("s3", region_name="us-east-1")
        for bucket in ("media", "work"):
            s3.create_bucket(Bucket=bucket)
        yield Stage(database, s3)
