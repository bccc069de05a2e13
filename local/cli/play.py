"""A match day on a running stack: executions to start, progress to read, and the result."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from footy.goals.adapters.mongo.leases import MONITOR, Leases
from footy.goals.adapters.mongo.page.overview import Overview
from footy.goals.adapters.storage.work import Work
from footy.goals.model.documents import EventDocument
from footy.goals.model.ids import download_again, download_executed, goal_of
from footy.goals.model.keys import clip_in, is_poster
from footy.images.adapters.mongo.images import ImageRows
from local import TARGET
from local.aws.client import ACCOUNT, REGION
from local.cli.placement import PostFootage, compare_placement
from local.cli.summary import FixtureLine, Summary, lines_of, problems_of
from local.stack.backlog import SLOW_BATCH, SLOW_DOWNLOAD, SLOW_TICK, has_overdue, has_silent_search
from local.stack.deploy import outputs
from local.stack.stack import Stack

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_stepfunctions import SFNClient

BATCH_COUNTS = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")


@dataclass(slots=True)
class Play:
    """Access of a match day to its stack."""

    stack: Stack
    states: "SFNClient" = field(init=False)
    objects: "S3Client" = field(init=False)
    overview: Overview = field(init=False)
    _outputs: dict[str, dict[str, str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.states = self.stack.aws.client("stepfunctions")
        self.objects = self.stack.aws.client("s3")
        self.overview = Overview(self.stack.database)

    def machine(self, name: str) -> str:
        """Return the ARN of one of the app's state machines."""
        return f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:footy-{TARGET}-{name}"

    def start_tick(self, scheduled: str) -> None:
        """Start a monitor run, as the schedule does every minute."""
        self.states.start_execution(stateMachineArn=self.machine("monitor"), input=json.dumps({"scheduled": scheduled}))

    def start_ingest(self, scheduled: str) -> None:
        """Start an ingest, as the schedule does; one for the same moment has the same execution."""
        self.states.start_execution(stateMachineArn=self.machine("ingest"), input=json.dumps({"scheduled": scheduled}))

    def mend_images(self) -> None:
        """Start the repair of images, as the schedule does every five minutes, if an image needs it."""
        if ImageRows(self.stack.database).silent(self.stack.clock.now(), 1):
            function = self._output("images", "MendImagesFunction")
            self.stack.aws.client("lambda").invoke(FunctionName=function, InvocationType="Event", Payload=b"{}")

    def recover(self) -> None:
        """Restart what ended with the emulator, and would have survived on AWS."""
        if lease := self._lease():
            Leases(self.stack.database).release(lease["tick"], self.stack.clock.now())
        self._restart_downloads()

    def has_ticked(self, since: datetime) -> bool:
        """Return whether a tick has ended after that moment."""
        lease = self._lease()
        return lease is not None and since < lease["expires_at"] <= self.stack.clock.now()

    def _lease(self) -> dict[str, Any] | None:
        """Return the lease of the latest tick."""
        return cast("dict[str, Any] | None", self.stack.database["leases"].find_one({"_id": MONITOR}))

    def _restart_downloads(self) -> None:
        work, names = Work(self.objects, self._output("data", "WorkBucket")), set(self._executions("download"))
        for download_id in self._unfinished():
            empty: dict[str, Any] = {"event_id": goal_of(download_id), "download_id": download_id, "clips": []}
            manifest = json.dumps(work.manifest(download_id) or empty)
            name = next(name for name in _execution_names(download_id) if name not in names)
            self.states.start_execution(stateMachineArn=self.machine("download"), name=name, input=manifest)

    def _goals(self) -> list[EventDocument]:
        return [goal for _, fixture in self.overview.fixtures().values() for goal in fixture.get("events", [])]

    def _unfinished(self) -> set[str]:
        """Return the downloads that open goals wait for."""
        return {
            download_id
            for goal in self._goals()
            if not goal["_download_complete"]
            for download_id in {*goal["_download_workflows"]} - {*goal["_finished_downloads"]}
        }

    def lines(self) -> list[FixtureLine]:
        return lines_of(self.overview.fixtures())

    def is_quiet(self) -> bool:
        """Return whether no goal is open, no machine but the monitor runs, and no batch waits."""
        open_goals = any(not goal["_download_complete"] for goal in self._goals())
        return not open_goals and not any(map(self._running, ("ingest", "goal", "download"))) and not self._batches()

    def keeps_up(self, pace: float) -> bool:
        """Return whether ticks, searches, downloads and batches are about on time."""
        now = datetime.now(UTC)
        return not (
            has_overdue(self._running("monitor").values(), SLOW_TICK, now=now, pace=pace)
            or has_overdue(self._running("download").values(), SLOW_DOWNLOAD, now=now, pace=pace)
            or has_overdue(self._batches_sent(), SLOW_BATCH, now=now, pace=pace)
            or has_silent_search(self._goals(), set(self._running("goal")), now=self.stack.clock.now())
        )

    def _running(self, machine: str) -> dict[str, datetime]:
        """Return the running executions with their start."""
        return self._executions(machine, statusFilter="RUNNING")

    def _batches_sent(self) -> Iterator[datetime]:
        """Return since when goals wait for batches; one whose function died is delivered again after minutes."""
        unfinished = self._unfinished()
        if unfinished:
            ended = self._executions("download", date="stopDate", statusFilter="SUCCEEDED")
            yield from (since for name, since in ended.items() if download_executed(name) in unfinished)

    def _executions(self, machine: str, date: str = "startDate", **query: Any) -> dict[str, datetime]:
        pages = self.states.get_paginator("list_executions").paginate(stateMachineArn=self.machine(machine), **query)
        return {item["name"]: cast("Any", item)[date] for page in pages for item in page["executions"]}

    def conclude(self, expected: Iterable[tuple[int, str, str]], footage: Mapping[str, PostFootage]) -> Summary:
        """Compare the documents and objects with the expected goals and with what each post shows."""
        fixtures, stored = self.overview.fixtures(), {clip_in(key) for key in self.stored()}
        lines = lines_of(fixtures)
        placement = compare_placement((document for _, document in fixtures.values()), footage)
        problems = [*problems_of(lines, expected, stored), *placement.wrong]
        return Summary(fixtures=lines, objects=len(stored), problems=problems, placement=placement)

    def stored(self) -> set[str]:
        """Return the keys of all clips in the bucket, without posters; those that were taken down have a prefix."""
        bucket = self._output("data", "MediaBucket")
        pages = self.objects.get_paginator("list_objects_v2").paginate(Bucket=bucket)
        keys = (entry["Key"] for page in pages for entry in page.get("Contents", []))
        return {key for key in keys if not is_poster(key)}

    def _batches(self) -> int:
        """Return the number of upload batches that wait or are in progress."""
        counts = self.stack.aws.client("sqs").get_queue_attributes(
            QueueUrl=self._output("downloads", "UploadQueue"), AttributeNames=list(BATCH_COUNTS)
        )
        return sum(int(counts["Attributes"][name]) for name in BATCH_COUNTS)

    def _output(self, stack: str, name: str) -> str:
        if stack not in self._outputs:
            self._outputs[stack] = outputs(self.stack.aws, stack)
        return self._outputs[stack][name]


def _execution_names(download_id: str) -> Iterator[str]:
    """Yield names for executions of a download: a name cannot be used twice."""
    yield download_id
    yield from (download_again(download_id, n) for n in count(1))
