"""A worker in tests: queues and bucket in process, a site, and an ECS agent."""

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import boto3
import pytest
from moto import mock_aws

from fetcher.decoder_client import Decoder
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip
from fetcher.protection import Protection
from fetcher.worker import Worker
from footy.api.container import ApiContainer
from footy.api.settings import ApiRules, ApiSettings
from footy.goals.clips.filters import Shape
from tests.support.clip_files import Answer, Site, chosen_post, serving
from tests.support.ecs_agent import Agent, listening
from tests.support.goals import DOWNLOAD, GOAL

NOW = datetime(2026, 5, 2, 12, 0, tzinfo=UTC)
FRAMES = {25: b"\xff\xd8\xff", 50: b"\xff\xd8\xff", 75: b"\xff\xd8\xff"}
FOOTAGE = DecodedClip(Shape(4.0, 320, 180), 1, "dense:0.25:0.25=0000000000000000", {}, FRAMES)
# a busy machine ends nothing before the test does
PATIENT_SECONDS = 600
RULES = ApiRules(fetch_tries=1, clip_hidden_seconds=30, clip_fetch_seconds=PATIENT_SECONDS)


class Scripted(Decoder):
    """Decoder that fails or waits as the test says."""

    def __init__(self) -> None:
        self.trouble: Exception | None = None
        self.next_step = threading.Event()
        self.next_step.set()
        self.looking = 0

    def decode(self, file: Path, sign: Heartbeat = no_heartbeat) -> DecodedClip:  # noqa: ARG002 - whatever is in it
        self.looking += 1
        self.sign = sign
        self.next_step.wait()
        if self.trouble:
            raise self.trouble
        return FOOTAGE


class Stopped:
    def now(self) -> datetime:
        return NOW


@dataclass
class Place:
    """Queues, bucket, site, and a way to have a worker at work."""

    container: ApiContainer
    site: Site
    sqs: Any
    decoder: Scripted
    agent: Agent
    seconds: float = 0.0
    origin: str = ""
    exit_reasons: list[int] = field(default_factory=list)

    def order(self, post: str = "1", *, until: timedelta = timedelta(minutes=9)) -> None:
        clip = chosen_post(f"{self.origin or self.site.origin}/a.mp4", post)
        order = {"token": f"t{post}", "event_id": GOAL, "download_id": DOWNLOAD, "clip": clip}
        self.container.clip_jobs.send(json.dumps({**order, "until": (NOW + until).isoformat()}))

    def from_site(self, origin: str) -> None:
        """Films come from another site."""
        self.origin = origin
        self.container.settings = replace(self.container.settings, media_origins=(origin,))

    def worker(self) -> Worker:
        return Worker(
            self.container,
            self.decoder,
            Protection(self.agent.url),
            end=self.exit_reasons.append,
            now=lambda: self.seconds,
        )

    def looks(self) -> list[dict[str, Any]]:
        document = []
        while delivery := self.container.validation_jobs.receive(wait=0, hidden=100):
            document.append(json.loads(delivery.body))
        return document

    def queue_counts(self) -> tuple[int, int]:
        """Return the numbers of visible and of hidden jobs."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        url = self.container.settings.clips_queue
        answer = self.sqs.get_queue_attributes(QueueUrl=url, AttributeNames=names)["Attributes"]
        return int(answer[names[0]]), int(answer[names[1]])

    def done(self, post: str = "1") -> Any:
        return self.container.work.result(DOWNLOAD, post)


@pytest.fixture
def place(monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr("fetcher.worker.POLL_SECONDS", 0)
    monkeypatch.setattr("fetcher.worker.PAUSE_SECONDS", 0)
    monkeypatch.setattr("fetcher.connections.SILENCE_SECONDS", PATIENT_SECONDS)
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-east-1")
    with mock_aws(), serving() as site, listening() as agent:
        site.answers["/a.mp4"] = Answer(b"film")
        boto3.client("s3", region_name="us-east-1").create_bucket(Bucket="work")
        sqs = boto3.client("sqs", region_name="us-east-1")
        clips, looks = (sqs.create_queue(QueueName=name)["QueueUrl"] for name in ("clips", "looks"))
        how = ApiSettings(work_bucket="work", media_origins=(site.origin,), rules=RULES)
        container = ApiContainer(replace(how, clips_queue=clips, looks_queue=looks))
        container.clock = Stopped()
        yield Place(container, site, sqs, Scripted(), agent)


def at_work(worker: Worker) -> threading.Thread:
    thread = threading.Thread(target=worker.run, daemon=True)
    thread.start()
    return thread
