"""Upload queue and consumer that a test can crash after any single side effect."""

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from pymongo.database import Database

from footy.core.aws.sqs import FifoMessage
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.model.clips import FetchedClip
from footy.goals.model.collections import FIXTURE_COLLECTIONS, collection_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from lambdas.upload_batch import handler
from tests.support.clips import verdict
from tests.support.goals import goal
from tests.support.uploads import Stage

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client

TRIES = 5
AT_ONCE = 5
EFFECTS = ("CopyObject", "DeleteObjects")


class Crash(BaseException):
    """End of the process: a BaseException, so that no handler catches it."""


@dataclass
class Fuse:
    """Fuse that crashes the process after a number of side effects."""

    remaining: int | None = None

    def effect(self, **_: object) -> None:
        if self.remaining is None:
            return
        self.remaining -= 1
        if self.remaining == 0:
            self.remaining = None
            raise Crash


@dataclass
class FusedEvents(GoalEvents):
    """Goal events whose every write counts as a side effect."""

    fuse: Fuse
    database: Database[FixtureDocument]

    def __post_init__(self) -> None:
        super().__init__(self.database)

    def update(
        self,
        event_id: str,
        change: Mapping[str, Any],
        guard: Mapping[str, Any] | None = None,
        fixture_guard: Mapping[str, Any] | None = None,
    ) -> bool:
        done = super().update(event_id, change, guard, fixture_guard)
        self.fuse.effect()
        return done


@dataclass
class Message:
    """Message of the queue and its receive count."""

    body: str
    group: str
    deduplication_id: str
    receives: int = 0

    def record(self) -> dict[str, Any]:
        attributes = {
            "MessageGroupId": self.group,
            "MessageDeduplicationId": self.deduplication_id,
            "ApproximateReceiveCount": str(self.receives),
        }
        return {"messageId": str(id(self)), "body": self.body, "attributes": attributes, "eventSource": "aws:sqs"}


class Context:
    function_name = "upload_batch"

    def get_remaining_time_in_millis(self) -> int:
        return 60_000


@dataclass
class Deliveries:
    """FIFO queue: ordered within a group, hidden while in flight, dead-lettered after the last try."""

    stage: Stage
    fuse: Fuse = field(default_factory=Fuse)
    groups: dict[str, list[Message]] = field(default_factory=lambda: defaultdict(list))
    dead: list[Message] = field(default_factory=list)
    redriven: set[str] = field(default_factory=set)

    def wire(self, patch: pytest.MonkeyPatch) -> None:
        """Connect the consumer; its writes count as side effects."""
        events = FusedEvents(self.fuse, self.stage.database)
        patch.setattr(handler, "container", self.stage.container(events=events, dead_letters=self))
        for effect in EFFECTS:
            self.stage.s3.meta.events.register(f"after-call.s3.{effect}", self.fuse.effect)

    def unwire(self) -> None:
        for effect in EFFECTS:
            self.stage.s3.meta.events.unregister(f"after-call.s3.{effect}", self.fuse.effect)

    def send(self, group: str, download: str, clips: Collection[tuple[FetchedClip, bool]]) -> None:
        """Add the files and the signal of a finished download."""
        self.stage.fetch(*(clip for clip, _ in clips), download=download, goal=group)
        verdicts = [verdict(clip, verified=verified) for clip, verified in clips]
        body = json.dumps({"event_id": group, "download_id": download, "verdicts": verdicts, "posts": [], "last": True})
        self.groups[group].append(Message(body, group, download))

    def consume(self, groups: Collection[str], *, crash_after: int | None = None) -> None:
        """Deliver messages of these groups once, and crash in the middle if asked."""
        batch = [message for group in groups for message in self.groups[group]][:AT_ONCE]
        for message in batch:
            message.receives += 1
        doomed = [message for message in batch if message.receives > TRIES]
        self.dead += doomed
        delivered = [message for message in batch if message not in doomed]
        self._ended(doomed)
        if delivered:
            self.fuse.remaining = crash_after
            try:
                answer = handler.handle({"Records": [message.record() for message in delivered]}, Context())
            except Crash:
                return
            finally:
                self.fuse.remaining = None
            back = {failure["itemIdentifier"] for failure in answer["batchItemFailures"]}
            self._ended([message for message in delivered if str(id(message)) not in back])

    def add(self, letter: FifoMessage, _reason: str) -> None:
        """Store a message that the consumer dead-letters itself."""
        self.dead.append(Message(letter.body, letter.group, letter.deduplication_id))

    def redrive(self) -> None:
        """Send the dead-lettered messages again."""
        for message in self.dead:
            message.receives = 0
            self.redriven.add(message.deduplication_id)
            self.groups[message.group].append(message)
        self.dead = []

    def drain(self) -> None:
        """Deliver all messages without a crash."""
        while pending := [group for group, messages in self.groups.items() if messages]:
            self.consume(pending[:1])

    def _ended(self, messages: Collection[Message]) -> None:
        for message in messages:
            self.groups[message.group] = [other for other in self.groups[message.group] if other is not message]


def fresh_goal(event_id: str) -> EventDocument:
    """Build a goal as a tick writes it."""
    fields: dict[str, Any] = {"_previous_ids": [], "_drop_workflows": [], "_monitor_workflows": []}
    return goal(_event_id=event_id, **fields)


def emptied(s3: "S3Client", database: Database[FixtureDocument]) -> None:
    """Delete all objects and fixtures."""
    for bucket in ("media", "work"):
        for listed in s3.list_objects_v2(Bucket=bucket).get("Contents", []):
            s3.delete_object(Bucket=bucket, Key=listed["Key"])
    for place in FIXTURE_COLLECTIONS:
        database[collection_of(place)].delete_many({})
