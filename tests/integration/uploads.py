"""Upload queue with its real function, without the rest of the system."""

import io
import json
import random
import time
import zipfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from pymongo.database import Database

from cdk.constructs.storage.queues import MAX_RECEIVES
from cdk.packages import LAYERS, ROOT, Libraries
from cdk.settings import Target
from footy.goals.adapters.storage.media import Media
from footy.goals.adapters.storage.work import Work
from footy.goals.model.documents import FixtureDocument
from local.aws.choice import aws_for
from local.aws.client import REGION
from local.aws.engine import Aws
from tests.integration.killing import end_one
from tests.integration.lines import lines_in
from tests.local.cloud import ROLE, arn, unique
from tests.support.clips import fetched, verdict
from tests.support.crashing_uploads import fresh_goal
from tests.support.templates import context
from tests.support.waiting import FAILED_SECONDS, eventually

# time-outs of function and queue: long for a loaded machine, short when processes are killed
PATIENT, BRISK = (30, 40), (7, 8)
KILLING_SECONDS = 60.0  # by then the rest is dead-lettered
SCENES = ("goal", "replay", "stand")
# unique names: an external endpoint may have earlier ones
FUNCTION, MEDIA, WORK, DATABASE, MEDIA_KEY = map(unique, ("uploads", "media", "work", "mongodb", "media-key"))
QUEUE, DEAD = (f"{unique(name)}.fifo" for name in ("uploads", "dead"))
STAMP = "%Y-%m-%d %H:%M:%S,%f%z"


@dataclass(frozen=True, slots=True)
class Span:
    """Batch as logged by the function."""

    event_id: str
    download_id: str
    begins: datetime
    ends: datetime


@dataclass(slots=True)
class Uploading:
    """Goals in the database and batches in the queue."""

    aws: Aws
    database: Database[FixtureDocument]
    queue: str
    dead: str

    @property
    def media(self) -> Media:
        return Media(self.aws.client("s3"), MEDIA)

    def be(self, seconds: int, hidden_seconds: int) -> None:
        """Set the time-out of the function and the visibility timeout of its queue."""
        self.aws.client("lambda").update_function_configuration(FunctionName=FUNCTION, Timeout=seconds)
        hidden = {"VisibilityTimeout": str(hidden_seconds)}
        self.aws.client("sqs").set_queue_attributes(QueueUrl=self.queue, Attributes=hidden)

    def kick_off(self, fixture_id: int, goals: int) -> list[str]:
        """Insert a fixture with goals and return their ids."""
        ids = [f"{fixture_id}_40_{n}_Goal_1" for n in range(1, goals + 1)]
        fixture: Any = {
            "_id": fixture_id,
            "fixture": {"id": fixture_id, "status": {"short": "2H"}},
            "events": [fresh_goal(_id) for _id in ids],
        }
        self.database["fixtures_active"].insert_one(fixture)
        return ids

    def send(self, event_id: str, batches: int) -> list[str]:
        """Send downloads of two clips each; later files are larger, so that some replace others."""
        downloads = [f"download{n}-{event_id}" for n in range(1, batches + 1)]
        entries = [self._fetched(event_id, download, n) for n, download in enumerate(downloads)]
        for start in range(0, len(entries), 10):
            self.aws.client("sqs").send_message_batch(QueueUrl=self.queue, Entries=entries[start : start + 10])
        return downloads

    def _fetched(self, event_id: str, download: str, n: int) -> dict[str, str]:
        s3 = self.aws.client("s3")
        clips = [
            fetched(f"{event_id}{scene}{n % 4}", scene=f"{event_id}{scene}", file_size=1000 + n % 4)
            for scene in (SCENES[n % 3], SCENES[(n + 1) % 3])
        ]
        for clip in clips:
            s3.put_object(Bucket=WORK, Key=f"{download}/{clip['md5']}.mp4", Body=clip["tweet_id"].encode())
            Work(s3, WORK).put_result(download, {"tweet_id": clip["tweet_id"], "clip": clip, "outcome": "fetched"})
        verdicts = [verdict(clip) for clip in clips]
        body = json.dumps(
            {"event_id": event_id, "download_id": download, "verdicts": verdicts, "posts": [], "last": True}
        )
        return {"Id": str(n), "MessageBody": body, "MessageGroupId": event_id, "MessageDeduplicationId": download}

    def finished(self, event_ids: list[str]) -> dict[str, list[str]]:
        """Return the finished downloads of each goal in order."""
        homes = self.database["fixtures_active"].find({}, {"events._event_id": 1, "events._finished_downloads": 1})
        found = {event["_event_id"]: event["_finished_downloads"] for home in homes for event in home["events"]}
        return {event_id: found[event_id] for event_id in event_ids}

    def await_end(self, sent: Mapping[str, list[str]], seconds: float = FAILED_SECONDS) -> None:
        """Wait until every batch is finished."""
        eventually(lambda: self._through(sent), "the last batch", seconds)

    def _through(self, sent: Mapping[str, list[str]]) -> bool:
        through = self.finished(list(sent))
        return all(sorted(through[_id]) == sorted(downloads) for _id, downloads in sent.items())

    def send_dead_letters_again(self) -> int:
        """Redrive the dead-lettered messages."""
        sqs, sent = self.aws.client("sqs"), 0
        request = {"QueueUrl": self.dead, "MaxNumberOfMessages": 10, "AttributeNames": ["All"], "VisibilityTimeout": 60}
        while letters := sqs.receive_message(**request).get("Messages", []):
            for letter in letters:
                told = letter["Attributes"]
                sqs.send_message(
                    QueueUrl=self.queue,
                    MessageBody=letter["Body"],
                    MessageGroupId=told["MessageGroupId"],
                    MessageDeduplicationId=f"again-{told['MessageDeduplicationId']}",
                )
                sqs.delete_message(QueueUrl=self.dead, ReceiptHandle=letter["ReceiptHandle"])
                sent += 1
        return sent

    def kill_some(self, dice: random.Random, times: int, sending: Future[dict[str, list[str]]]) -> int:
        """Kill processes of the function at random moments and return how many."""
        killed, ends = 0, time.monotonic() + KILLING_SECONDS
        while killed < times and time.monotonic() < ends and not (sending.done() and self._through(sending.result())):
            time.sleep(dice.uniform(0.1, 0.5))
            killed += end_one(self.aws, dice)
        return killed

    def spans(self, event_ids: list[str]) -> dict[str, list[Span]]:
        """Return the logged batches of each goal."""
        told = sorted(lines_in(self.aws, f"/aws/lambda/{FUNCTION}"), key=lambda one: str(one["timestamp"]))
        found: dict[str, list[Span]] = {event_id: [] for event_id in event_ids}
        started: dict[str, datetime] = {}
        for line in told:
            if line["action"] == "batch_taken":
                started[line["download_id"]] = _moment(line)
            elif line["action"] == "batch_ended" and line["event_id"] in found and line["download_id"] in started:
                begins = started[line["download_id"]]
                found[line["event_id"]].append(Span(line["event_id"], line["download_id"], begins, _moment(line)))
        return found


def _moment(line: Mapping[str, Any]) -> datetime:
    return datetime.strptime(line["timestamp"], STAMP)  # noqa: DTZ007 - the stamp names its zone


@contextmanager
def uploading(folder: Path, mongo_uri: str, database: Database[FixtureDocument]) -> Iterator[Uploading]:
    """Create buckets, both queues and the function as the downloads stack does."""
    with aws_for(folder) as aws:
        s3, sqs = aws.client("s3"), aws.client("sqs")
        for bucket in (MEDIA, WORK):
            s3.create_bucket(Bucket=bucket, CreateBucketConfiguration={"LocationConstraint": REGION})
        dead = sqs.create_queue(QueueName=DEAD, Attributes={"FifoQueue": "true"})["QueueUrl"]
        redrive = {"deadLetterTargetArn": arn("sqs", DEAD), "maxReceiveCount": MAX_RECEIVES}
        settings = {
            "FifoQueue": "true",
            "FifoThroughputLimit": "perMessageGroupId",
            "DeduplicationScope": "messageGroup",
            "RedrivePolicy": json.dumps(redrive),
        }
        queue = sqs.create_queue(QueueName=QUEUE, Attributes=settings)["QueueUrl"]
        content = json.dumps({"uri": mongo_uri})
        secret = aws.client("secretsmanager").create_secret(Name=DATABASE, SecretString=content)
        media_key = aws.client("secretsmanager").create_secret(Name=MEDIA_KEY, SecretString='{"key": "any"}')
        environment = {
            "FOOTY_MONGODB_SECRET": secret["ARN"],
            "FOOTY_MEDIA_SECRET": media_key["ARN"],
            "FOOTY_MONGODB_DATABASE": database.name,
            "FOOTY_DEAD_LETTERS": dead,
        }
        _deploy(aws, environment)
        place = Uploading(aws, database, queue, dead)
        place.be(*PATIENT)
        yield place


def _deploy(aws: Aws, environment: Mapping[str, str]) -> None:
    functions = aws.client("lambda")
    libraries = Libraries.of(Target.read(context("local").get))
    layers = {
        "footy": _zipped(LAYERS / "footy", "python/footy/**/*.py"),
        **{name: libraries.layer(name).archive.read_bytes() for name in ("deps", "numpy")},
    }
    published = [
        functions.publish_layer_version(LayerName=name, Content={"ZipFile": content})["LayerVersionArn"]
        for name, content in layers.items()
    ]
    functions.create_function(
        FunctionName=FUNCTION,
        Runtime="python3.13",
        Role=ROLE,
        Handler="handler.handle",
        MemorySize=1024,
        Layers=published,
        Code={"ZipFile": _zipped(ROOT / "lambdas" / "upload_batch", "handler.py")},
        Environment={"Variables": {"FOOTY_MEDIA_BUCKET": MEDIA, "FOOTY_WORK_BUCKET": WORK, **environment}},
    )


def listen(aws: Aws) -> None:
    """Create the event source mapping."""
    aws.client("lambda").create_event_source_mapping(
        FunctionName=FUNCTION,
        EventSourceArn=arn("sqs", QUEUE),
        BatchSize=5,
        FunctionResponseTypes=["ReportBatchItemFailures"],
        ScalingConfig={"MaximumConcurrency": 4},
    )


def _zipped(folder: Path, pattern: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for file in sorted(folder.glob(pattern)):
            archive.write(file, file.relative_to(folder))
    return packed.getvalue()
