"""Overload: too few workers, one that dies with jobs, and a model that refuses every other request.

Machine, queues, worker, steps, pool sizing and database are the real ones.
"""

import json
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from pymongo.database import Database

from fetcher.decoder_client import Decoder
from fetcher.heartbeat import Heartbeat, no_heartbeat
from fetcher.jobs import DecodedClip
from fetcher.protection import Protection
from fetcher.worker import Worker
from footy.api.container import ApiContainer
from footy.api.settings import ApiRules, ApiSettings
from footy.core.aws.sqs import JobQueue, ReceivedJob, UploadQueue
from footy.core.aws.step_functions import TaskCallbacks
from footy.core.errors import RateLimited
from footy.core.text import iso
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.storage.media import Media
from footy.goals.adapters.storage.work import Work
from footy.goals.clips.filters import Shape
from footy.goals.clips.reading.clock import ClockTexts
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import download_of
from footy.goals.steps.finish_tick import _size_clips_pool
from footy.goals.steps.upload_batch import upload_batch
from footy.goals.steps.validate_clip import validate_clip
from local.aws.client import REGION
from tests.machines.drought import SAFE, Drought
from tests.machines.stage import Stage, answers
from tests.support.clip_files import Answer, Site, chosen_post, serving
from tests.support.clips import NAMING_SECRET, footage
from tests.support.containers import Unread
from tests.support.goals import NOON, goal, insert
from tests.support.waiting import QUICK, eventually

CLIPS = 5  # of each attempt
HIDDEN_SECONDS = 3  # visibility timeout of a job whose worker died
LOOKS_AT_ONCE = 2
TICK_SECONDS = 0.2  # 30 in production
RULES = ApiRules(fetch_tries=1)
JPEG = b"\xff\xd8\xff"


class Lookalike(Decoder):
    """Decoder that takes the content of a file for its scene."""

    def __init__(self) -> None:
        self.looked = 0

    def decode(self, file: Path, sign: Heartbeat = no_heartbeat) -> DecodedClip:  # noqa: ARG002 - it comes soon
        self.looked += 1
        scene = file.read_text()
        return DecodedClip(Shape(12.0, 1280, 720), 900_000, footage(scene), {}, dict.fromkeys((25, 50, 75), JPEG))


@dataclass(slots=True)
class BusyModel:
    """Vision model that refuses every other request and serves two at a time."""

    asked: int = 0
    refused: int = 0
    at_once: int = 0
    most: int = 0
    _one: threading.Lock = field(default_factory=threading.Lock)

    def read_frames(self, jpegs: Sequence[bytes]) -> list[VisionResult]:
        with self._one:
            self.asked += 1
            self.at_once += 1
            self.most = max(self.most, self.at_once)
            refuses = self.asked % 2 == 1
            self.refused += refuses
        try:
            if refuses:
                raise RateLimited("busy", retry_after=0)
            return [
                VisionResult(soccer=True, screen=False, clock=ClockTexts("NONE", "NONE", "NONE"), score="NONE")
            ] * len(jpegs)
        finally:
            with self._one:
                self.at_once -= 1


class Noon:
    def now(self) -> datetime:
        return NOON


@dataclass(slots=True)
class Overload:
    """Goals at once, each with downloads of five clips."""

    stage: Stage
    database: Database[FixtureDocument]
    site: Site
    goals: int
    attempts: int = 1
    model: BusyModel = field(default_factory=BusyModel)
    decoder: Lookalike = field(default_factory=Lookalike)
    container: ApiContainer = field(init=False)
    over: threading.Event = field(default_factory=threading.Event)
    uploaded: int = 0

    def __post_init__(self) -> None:
        sqs, s3, own = self.stage.sqs, self.stage.aws.client("s3"), uuid4().hex[:8]
        for kind in ("media", "work"):
            s3.create_bucket(Bucket=f"{kind}-{own}", CreateBucketConfiguration={"LocationConstraint": REGION})
        clips, looks = (sqs.create_queue(QueueName=f"{name}-{own}")["QueueUrl"] for name in ("clips", "looks"))
        uploads = sqs.create_queue(QueueName=f"uploads-{own}.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]
        places = ApiSettings(media_origins=(self.site.origin,), rules=RULES, clips_queue=clips, looks_queue=looks)
        self.container = ApiContainer(replace(places, upload_queue=uploads))
        ports: dict[str, Any] = {
            "database": self.database,
            "clock": Noon(),
            "work": Work(s3, f"work-{own}"),
            "media": Media(s3, f"media-{own}"),
            "clip_jobs": JobQueue(sqs, clips),
            "validation_jobs": JobQueue(sqs, looks),
            "uploads": UploadQueue(sqs, uploads),
            "takedowns": Unread(),
            "naming_secret": NAMING_SECRET,
            "task_callbacks": TaskCallbacks(self.stage.states),
            "vision": self.model,
        }
        for name, port in ports.items():
            setattr(self.container, name, port)

    @property
    def ids(self) -> list[str]:
        return [f"7_40_{n}_Goal_1" for n in range(1, self.goals + 1)]

    def kick_off(self) -> list[str]:
        """Insert all goals and start their downloads."""
        insert(self.database, *(goal(_event_id=event_id) for event_id in self.ids))
        queues = {
            "ClipsQueue": self.container.settings.clips_queue,
            "UploadQueue": self.container.settings.upload_queue,
        }
        machine = self.stage.machine("download", queues)
        registered = {"action": "fetch", "until": iso(NOON.replace(hour=13))}
        self.stage.rehearse({"register_download": [answers(registered)]})
        return [
            self._start(machine, event_id, download_of(attempt, event_id))
            for event_id in self.ids
            for attempt in range(1, self.attempts + 1)
        ]

    def _start(self, machine: str, event_id: str, download_id: str) -> str:
        self.database["fixtures_active"].update_one(
            {"events._event_id": event_id}, {"$addToSet": {"events.$._download_workflows": download_id}}
        )
        clips = [chosen_post(self._film(f"{download_id}-{n}"), f"{download_id}-{n}") for n in range(CLIPS)]
        event = {"event_id": event_id, "download_id": download_id, "clips": clips}
        arn: str = self.stage.states.start_execution(
            stateMachineArn=machine, name=download_id, input=json.dumps(event)
        )["executionArn"]
        return arn

    def _film(self, scene: str) -> str:
        self.site.answers[f"/{scene}.mp4"] = Answer(scene.encode())
        return self.site.url(f"/{scene}.mp4")

    def die_with_hands_full(self, clips: int) -> None:
        """Receive jobs and never answer, as a killed worker."""

        def taken() -> ReceivedJob | None:
            return self.container.clip_jobs.receive(wait=1, hidden=HIDDEN_SECONDS)

        for _ in range(clips):
            eventually(taken, "an order")

    @contextmanager
    def room(self, workers: int) -> Iterator[Drought]:
        """Run the pool with this capacity, two vision consumers and one uploader."""
        ground = Drought(workers, lambda: Worker(self.container, self.decoder, Protection("")))
        self.container.clips_pool = cast("Any", ground)
        with ExitStack() as ending:
            ending.callback(ground.hold, SAFE, 0)
            for task in [self._look] * LOOKS_AT_ONCE + [self._upload, self._tick]:
                thread = threading.Thread(target=self._until_over, args=(task,), daemon=True)
                thread.start()
                ending.callback(thread.join)
            ending.callback(self.over.set)
            yield ground

    def _until_over(self, task: Any) -> None:
        while not self.over.is_set():
            task()

    def _tick(self) -> None:
        """Set the pool size as the end of a tick does."""
        _size_clips_pool(sum(not self._is_over(event) for event in self.events()), self.container)
        self.over.wait(TICK_SECONDS)

    def _look(self) -> None:
        delivery = self.container.validation_jobs.receive(wait=1, hidden=60)
        if delivery:
            # retry at once instead of after the visibility timeout
            request = {"body": delivery.body, "receipt": delivery.receipt, "receives": 0}
            if validate_clip(request, self.container) != "waits":  # type: ignore[arg-type]
                self.container.validation_jobs.remove(delivery.receipt)

    def _upload(self) -> None:
        for signal, attributes in self.stage.messages(self.container.settings.upload_queue):
            group, name = attributes["MessageGroupId"], attributes["MessageDeduplicationId"]
            upload_batch(
                {"body": json.dumps(signal), "group": group, "deduplication_id": name, "receives": 1}, self.container
            )
            self.uploaded += 1
        time.sleep(0.05)

    def statuses(self, executions: Sequence[str]) -> set[str]:
        """Return the statuses of executions."""
        return {self.stage.states.describe_execution(executionArn=one)["status"] for one in executions}

    def events(self) -> list[EventDocument]:
        found = GoalEvents(self.database)
        return [event for event_id in self.ids if (event := found.find(event_id))]

    def finished(self) -> bool:
        return all(map(self._is_over, self.events()))

    def _is_over(self, event: EventDocument) -> bool:
        return len(event["_finished_downloads"]) == self.attempts

    def progress(self) -> tuple[int, int, int]:
        """Count decoded clips, vision requests and uploaded batches."""
        return self.decoder.looked, self.model.asked, self.uploaded


@contextmanager
def overload(stage: Stage, database: Database[FixtureDocument], goals: int, attempts: int = 1) -> Iterator[Overload]:
    """Create the goals before any worker runs."""
    stage.aws.scale_waits(1)
    # real time-outs: no job may be given up
    try:
        with serving() as site:
            yield Overload(stage, database, site, goals, attempts)
    finally:
        stage.aws.scale_waits(QUICK)
