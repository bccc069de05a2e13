"""A match day on a running stack: what is started in AWS, what is read for the screen, how it ended."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import TYPE_CHECKING, Any, cast

from footy.goals.adapters.mongo.leases import MONITOR, Leases
from footy.goals.adapters.mongo.page.overview import Overview
from footy.goals.adapters.storage.work import Work
from footy.goals.model.ids import download_again, download_executed, goal_of
from footy.goals.model.keys import is_poster
from footy.images.adapters.mongo.images import ImageRows
from local.aws.server import ACCOUNT, REGION
from local.cli.summary import FixtureLine, Summary, lines_of, problems_of
from local.cli.truth import Footage, truth_of
from local.stack.backlog import SLOW_BATCH, SLOW_DOWNLOAD, SLOW_TICK, overdue, silent
from local.stack.deploy import TARGET, outputs
from local.stack.stack import Stack

if TYPE_CHECKING:
    from mypy_boto3_s3 import S3Client
    from mypy_boto3_stepfunctions import SFNClient

WAITING = ("ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible")


@dataclass(slots=True)
class Play:
    """The hands and eyes of a match day."""

    stack: Stack
    states: "SFNClient" = field(init=False)
    objects: "S3Client" = field(init=False)
    watching: Overview = field(init=False)
    _outputs: dict[str, dict[str, str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.states = self.stack.aws.client("stepfunctions")
        self.objects = self.stack.aws.client("s3")
        self.watching = Overview(self.stack.database)

    def machine(self, name: str) -> str:
        """The ARN of one of the app's state machines."""
        return f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:footy-{TARGET}-{name}"

    def start_tick(self, scheduled: str) -> None:
        """What the schedule does once a minute."""
        self.states.start_execution(stateMachineArn=self.machine("monitor"), input=json.dumps({"scheduled": scheduled}))

    def start_ingest(self, scheduled: str) -> None:
        """What the schedule does: the same moment asks for the same again, another one ends when the day is in."""
        self.states.start_execution(stateMachineArn=self.machine("ingest"), input=json.dumps({"scheduled": scheduled}))

    def mend_images(self) -> None:
        """What the schedule does every five minutes; when no image is open there is nothing to be called for."""
        if ImageRows(self.stack.database).silent(self.stack.clock.now(), 1):
            function = self._output("images", "MendImagesFunction")
            self.stack.aws.client("lambda").invoke(FunctionName=function, InvocationType="Event", Payload=b"{}")

    def take_up(self) -> None:
        """Goes on with what ended with the emulator, and would have outlived it on AWS."""
        if lease := self._lease():
            Leases(self.stack.database).release(lease["tick"], self.stack.clock.now())
        self._take_up_downloads()

    def has_ticked(self, since: datetime) -> bool:
        """Whether a tick came to its end after that moment."""
        lease = self._lease()
        return lease is not None and since < lease["expires_at"] <= self.stack.clock.now()

    def _lease(self) -> dict[str, Any] | None:
        """Which tick works, or was the last one that did."""
        return cast("dict[str, Any] | None", self.stack.database["leases"].find_one({"_id": MONITOR}))

    def _take_up_downloads(self) -> None:
        work, names = Work(self.objects, self._output("data", "WorkBucket")), set(self._executions("download"))
        for download_id in self._unfinished():
            nothing: dict[str, Any] = {"event_id": goal_of(download_id), "download_id": download_id, "clips": []}
            given = json.dumps(work.manifest(download_id) or nothing)
            name = next(name for name in _names(download_id) if name not in names)
            self.states.start_execution(stateMachineArn=self.machine("download"), name=name, input=given)

    def _unfinished(self) -> set[str]:
        """The downloads that goals still wait for."""
        goals = [goal for _, fixture in self.watching.fixtures().values() for goal in fixture.get("events", [])]
        return {
            download_id
            for goal in goals
            if not goal["_download_complete"]
            for download_id in {*goal["_download_workflows"]} - {*goal["_finished_downloads"]}
        }

    def lines(self) -> list[FixtureLine]:
        return lines_of(self.watching.fixtures())

    def is_quiet(self) -> bool:
        """No goal is open, no machine but the monitor runs, and no batch waits."""
        open_goals = any(not goal.download_complete for line in self.lines() for goal in line.goals)
        return not open_goals and not any(map(self._running, ("ingest", "goal", "download"))) and not self._batches()

    def keeps_up(self, pace: float) -> bool:
        """Whether ticks, searches and downloads happen about when the match clock wants them."""
        now, matched = datetime.now(UTC), self.stack.clock.now()
        goals = [goal for _, fixture in self.watching.fixtures().values() for goal in fixture.get("events", [])]
        return not (
            overdue(self._running("monitor").values(), SLOW_TICK, now=now, pace=pace)
            or overdue(self._running("download").values(), SLOW_DOWNLOAD, now=now, pace=pace)
            or overdue(self._signalled(), SLOW_BATCH, now=now, pace=pace)
            or silent(goals, set(self._running("goal")), now=matched)
        )

    def _running(self, machine: str) -> dict[str, datetime]:
        """The executions that run, and since when."""
        return self._executions(machine, statusFilter="RUNNING")

    def _signalled(self) -> Iterator[datetime]:
        """Since when goals wait for batches that were sent: one whose function died comes back after minutes."""
        waited_for = self._unfinished()
        if waited_for:
            ended = self._executions("download", date="stopDate", statusFilter="SUCCEEDED")
            yield from (since for name, since in ended.items() if download_executed(name) in waited_for)

    def _executions(self, machine: str, date: str = "startDate", **wanted: Any) -> dict[str, datetime]:
        pages = self.states.get_paginator("list_executions").paginate(stateMachineArn=self.machine(machine), **wanted)
        return {one["name"]: cast("Any", one)[date] for page in pages for one in page["executions"]}

    def conclude(self, expected: Iterable[tuple[int, str, str]], meant: Mapping[str, Footage]) -> Summary:
        """Compares what was expected, and what each post shows, with what is documented and with what is stored."""
        fixtures, stored = self.watching.fixtures(), self.stored()
        lines, truth = lines_of(fixtures), truth_of((document for _, document in fixtures.values()), meant)
        problems = [*problems_of(lines, expected, stored), *truth.wrong]
        return Summary(fixtures=lines, objects=len(stored), problems=problems, truth=truth)

    def stored(self) -> set[str]:
        """The keys of all published clips; each may have its poster beside it."""
        pages = self.objects.get_paginator("list_objects_v2").paginate(Bucket=self.media_bucket())
        keys = (entry["Key"] for page in pages for entry in page.get("Contents", []))
        return {key for key in keys if not is_poster(key)}

    def _batches(self) -> int:
        """Upload batches that wait or are being worked on."""
        counts = self.stack.aws.client("sqs").get_queue_attributes(
            QueueUrl=self._output("downloads", "UploadQueue"), AttributeNames=list(WAITING)
        )
        return sum(int(counts["Attributes"][name]) for name in WAITING)

    def media_bucket(self) -> str:
        """The name of the bucket of published clips."""
        return self._output("data", "MediaBucket")

    def _output(self, stack: str, name: str) -> str:
        """What the deployment tells of itself."""
        if stack not in self._outputs:
            self._outputs[stack] = outputs(self.stack.aws, stack)
        return self._outputs[stack][name]


def _names(download_id: str) -> Iterator[str]:
    """Its own, and others that say what they repeat: a name cannot be used twice."""
    yield download_id
    yield from (download_again(download_id, n) for n in count(1))
