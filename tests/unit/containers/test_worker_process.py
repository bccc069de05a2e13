"""`python -m fetcher` as ECS has it: told to leave by a signal, it finishes what it has, and nothing is left of it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from footy.core.sandbox.process import environment
from local.aws.client import CREDENTIALS, REGION
from local.aws.server import Ministack
from tests.support.clip_files import Answer, Site, chosen_post, serving
from tests.support.ecs_agent import Agent, listening
from tests.support.goals import DOWNLOAD, GOAL
from tests.support.waiting import eventually


@dataclass
class Place:
    """Queues and a bucket of the emulator, a site, and what the worker says."""

    aws: Ministack
    site: Site
    agent: Agent
    folder: Path

    def __post_init__(self) -> None:
        own = uuid4().hex[:8]
        self.sqs, self.s3, self.work = self.aws.client("sqs"), self.aws.client("s3"), f"work-{own}"
        self.s3.create_bucket(Bucket=self.work, CreateBucketConfiguration={"LocationConstraint": REGION})
        self.clips, self.looks = (
            self.sqs.create_queue(QueueName=f"{name}-{own}")["QueueUrl"] for name in ("clips", "looks")
        )

    def environment(self) -> dict[str, str]:
        places = {
            "FOOTY_CLIPS_QUEUE": self.clips,
            "FOOTY_LOOKS_QUEUE": self.looks,
            "FOOTY_WORK_BUCKET": self.work,
            "FOOTY_MEDIA_ORIGINS": self.site.origin,
            "ECS_AGENT_URI": self.agent.url,
            "AWS_ENDPOINT_URL": self.aws.url,
            "AWS_DEFAULT_REGION": REGION,
            "NO_PROXY": "127.0.0.1",
        }
        return {**os.environ, **environment(), **CREDENTIALS, **places}

    def order(self) -> None:
        until = (datetime.now(UTC) + timedelta(hours=1)).isoformat()
        clip = chosen_post(self.site.url("/a.mp4"))
        order = {"token": "t", "event_id": GOAL, "download_id": DOWNLOAD, "clip": clip, "until": until}
        self.sqs.send_message(QueueUrl=self.clips, MessageBody=json.dumps(order))

    def has_logged(self, action: str) -> bool:
        return f'"action": "{action}"' in (self.folder / "said").read_text()

    def messages_left(self, queue: str) -> list[str]:
        """Messages that anybody may take, or has in hand."""
        names = ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"]
        answer = self.sqs.get_queue_attributes(QueueUrl=queue, AttributeNames=names)["Attributes"]
        return [answer[name] for name in names]

    @contextmanager
    def worker(self) -> Iterator["subprocess.Popen[bytes]"]:
        with (self.folder / "said").open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "fetcher"], env=self.environment(), stdout=output, stderr=output
            )
        try:
            eventually(lambda: self.has_logged("worker_begun") or process.poll() is not None)
            yield process
        finally:
            process.kill()
            process.wait()


@pytest.fixture
def place(emulator: Ministack, tmp_path: Path) -> Iterator[Place]:
    with serving() as site, listening() as agent:
        yield Place(emulator, site, agent, tmp_path)


def children(parent: int) -> list[str]:
    """The processes below that one."""
    listing = subprocess.run(["/bin/ps", "-A", "-o", "ppid=,pid="], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in listing.splitlines()]
    return [child for above, child in pairs if above == str(parent)]


def has_ended(process: str) -> bool:
    document = subprocess.run(
        ["/bin/ps", "-o", "stat=", "-p", process], capture_output=True, text=True, check=False
    ).stdout
    return not document.strip() or document.startswith("Z")


def test_graceful_shutdown_finishes_the_protected_job(place: Place, good: Path) -> None:
    place.site.answers["/a.mp4"] = Answer(good.read_bytes())
    place.site.gate.clear()
    with place.worker() as process:
        (decoder,) = children(process.pid)
        place.order()
        eventually(lambda: place.site.requests, "the fetch")
        process.send_signal(signal.SIGTERM)
        eventually(lambda: place.has_logged("shutdown_begun") and place.agent.wishes == [True])
        place.site.gate.set()
        assert process.wait() == 0
        assert has_ended(decoder)
    (look,) = place.sqs.receive_message(QueueUrl=place.looks)["Messages"]
    assert json.loads(look["Body"])["token"] == "t"
    result: Any = json.loads(place.s3.get_object(Bucket=place.work, Key=f"{DOWNLOAD}/1.json")["Body"].read())
    assert result["outcome"] == "fetched"
    assert place.messages_left(place.clips) == ["0", "0"]
    assert place.agent.wishes == [True, False]
