"""A match day on a running stack: what is started in AWS, what is read for the screen, how it ended."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from footy.store.watching import Watching
from local.aws.server import ACCOUNT, REGION
from local.lag import SLOW_DOWNLOAD, SLOW_TICK, overdue, silent
from local.stack import TARGET, Stack
from local.summary import FixtureLine, Summary, lines_of, problems_of

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
    watching: Watching = field(init=False)
    _outputs: dict[str, dict[str, str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.states = self.stack.aws.client("stepfunctions")
        self.objects = self.stack.aws.client("s3")
        self.watching = Watching(self.stack.database)

    def machine(self, name: str) -> str:
        """The ARN of one of the app's state machines."""
        return f"arn:aws:states:{REGION}:{ACCOUNT}:stateMachine:footy-{TARGET}-{name}"

    def start_tick(self, scheduled: str) -> None:
        """What the schedule does once a minute."""
        self.states.start_execution(stateMachineArn=self.machine("monitor"), input=json.dumps({"scheduled": scheduled}))

    def start_ingest(self, _day: str) -> None:
        """What the schedule does once a day."""
        self.states.start_execution(stateMachineArn=self.machine("ingest"), input="{}")

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
            or silent(goals, set(self._running("goal")), now=matched)
        )

    def _running(self, machine: str) -> dict[str, datetime]:
        """The executions that run, and since when."""
        answer = self.states.list_executions(stateMachineArn=self.machine(machine), statusFilter="RUNNING")
        return {execution["name"]: execution["startDate"] for execution in answer["executions"]}

    def conclude(self, expected: Iterable[tuple[int, str, str]]) -> Summary:
        """Compares what was expected with what is documented and with what is stored."""
        lines, stored = self.lines(), self.stored()
        return Summary(fixtures=lines, objects=len(stored), problems=problems_of(lines, expected, stored))

    def stored(self) -> set[str]:
        """The keys of all published objects."""
        pages = self.objects.get_paginator("list_objects_v2").paginate(Bucket=self.media_bucket())
        return {entry["Key"] for page in pages for entry in page.get("Contents", [])}

    def _batches(self) -> int:
        """Upload batches that wait or are being worked on."""
        counts = self.stack.aws.client("sqs").get_queue_attributes(
            QueueUrl=self._output("clips", "UploadQueue"), AttributeNames=list(WAITING)
        )
        return sum(int(counts["Attributes"][name]) for name in WAITING)

    def media_bucket(self) -> str:
        """The name of the bucket of published clips."""
        return self._output("state", "MediaBucket")

    def _output(self, stack: str, name: str) -> str:
        """What the deployment tells of itself."""
        if stack not in self._outputs:
            told = self.stack.aws.client("cloudformation").describe_stacks(StackName=f"footy-{TARGET}-{stack}")
            outputs = told["Stacks"][0]["Outputs"]
            self._outputs[stack] = {output["OutputKey"]: output["OutputValue"] for output in outputs}
        return self._outputs[stack][name]
