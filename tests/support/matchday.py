"""Match day on a real database: the ticks of the monitor, and fakes around them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

from pymongo.database import Database

from footy.api.container import ApiContainer
from footy.core.aws.sqs import FifoMessage
from footy.core.errors import UpstreamUnavailable
from footy.core.executions import ExecutionStatus
from footy.goals.adapters.football.football import Football
from footy.goals.adapters.mongo.goals.events import GoalEvents
from footy.goals.adapters.mongo.leases import Leases
from footy.goals.fixtures.lifecycle.tick import Batch
from footy.goals.fixtures.rows import EventRow
from footy.goals.model.collections import FIXTURE_COLLECTIONS, CollectionName, collection_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.model.ids import tick_of
from footy.goals.model.teams import Team
from footy.goals.settings import Rules
from footy.goals.steps import finish_tick, ingest_fixtures, plan_tick, poll_batch, retire_fixtures
from tests.support.api_football import Football as Answers
from tests.support.api_football import entry
from tests.support.containers import container_of
from tests.support.match import FIXTURE, KICKOFF


@dataclass
class Watch:
    """Clock that a test sets."""

    time: datetime

    def now(self) -> datetime:
        return self.time


@dataclass
class Executions:
    """Executions and their status; a missing name was never started."""

    statuses: dict[str, ExecutionStatus] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)
    unreachable: bool = False

    def status(self, name: str) -> ExecutionStatus | None:
        self.requests.append(name)
        if self.unreachable:
            raise UpstreamUnavailable("no answer")
        return self.statuses.get(name)


@dataclass
class Bucket:
    """Published objects."""

    keys: set[str] = field(default_factory=set)
    unreachable: bool = False

    def delete_keys(self, keys: Iterable[str]) -> int:
        if self.unreachable:
            raise UpstreamUnavailable("no answer")
        removed = list(keys)
        self.keys -= set(removed)
        return len(removed)

    def delete_fixture(self, fixture_id: int) -> int:
        return self.delete_keys([key for key in self.keys if key.startswith(f"{fixture_id}/")])


@dataclass
class Uploads:
    """Messages of the upload queue."""

    letters: list[FifoMessage] = field(default_factory=list)
    unreachable: bool = False

    def send(self, letter: FifoMessage) -> None:
        if self.unreachable:
            raise UpstreamUnavailable("no answer")
        self.letters.append(letter)


class Matchday:
    """Match day: the dependencies of a tick and a method for each step."""

    def __init__(self, database: Database[FixtureDocument], rules: Rules | None = None) -> None:
        self.database = database
        self.rules = rules or Rules()
        self.answers = Answers()
        self.watch = Watch(KICKOFF)
        self.executions = Executions()
        self.bucket = Bucket()
        self.uploads = Uploads()
        self.takedowns = Uploads()
        self.events = GoalEvents(database)
        self.leases = Leases(database)
        self.started: list[str] = []

    @property
    def container(self) -> ApiContainer:
        """Build the container from the current fakes."""
        return container_of(
            self.database,
            self.rules,
            football=Football(self.answers.client(), self.rules),
            clock=self.watch,
            executions=self.executions,
            media=self.bucket,
            uploads=self.uploads,
            takedowns=self.takedowns,
            leases=self.leases,
        )

    def plan(self, scheduled: datetime, offset: int = 0) -> plan_tick.Output:
        self.watch.time = scheduled + timedelta(seconds=offset)
        return plan_tick.plan_tick({"scheduled": scheduled.isoformat(), "offset": offset}, self.container)

    def poll(self, tick: str, batch: Batch) -> list[poll_batch.DueSearch]:
        return poll_batch.poll_batch({"tick": tick, "batch": batch}, self.container)["goals"]

    def finish(self, tick: str) -> finish_tick.Output:
        return finish_tick.finish_tick({"tick": tick}, self.container)

    def tick(self, seconds: int) -> list[str]:
        """Run the tick at this many seconds after kick-off and return the executions it starts."""
        scheduled = KICKOFF + timedelta(seconds=seconds - seconds % 60)
        plan = self.plan(scheduled, seconds % 60)
        if plan["skip"]:
            return []
        goals = [goal for batch in plan["batches"] for goal in self.poll(plan["tick"], batch)]
        for goal in goals:
            self.executions.statuses.setdefault(goal["execution"], "RUNNING")
        self.finish(plan["tick"])
        return [goal["execution"] for goal in goals]

    def ingest(self, request: ingest_fixtures.Input | None = None) -> list[Team]:
        return ingest_fixtures.ingest_fixtures(request or {}, self.container)["teams"]

    def retire(self) -> retire_fixtures.Output:
        return retire_fixtures.retire_fixtures({}, self.container)

    def play(self, *rows: EventRow | Any, fixture_id: int = FIXTURE, status: str = "2H", **facts: Any) -> None:
        """Set the answer of the API."""
        self.answers.play(entry(fixture_id, status, facts.pop("rows", rows), **facts))

    def activate(self, *ids: int, **fields: Any) -> None:
        """Add active fixtures."""
        for fixture_id in ids or (FIXTURE,):
            self.put("active", fixture_id, events=[], activated_at=KICKOFF, **fields)

    def put(self, place: CollectionName, fixture_id: int = FIXTURE, *, status: str = "NS", **fields: Any) -> None:
        answer = {name: value for name, value in entry(fixture_id, status).items() if name != "events"}
        document = {"_id": fixture_id, "_written": "first", **answer, **fields}
        self.database[collection_of(place)].insert_one(cast("FixtureDocument", document))

    def where(self, fixture_id: int = FIXTURE) -> list[CollectionName]:
        """Return the collections that contain a fixture."""
        return [
            place for place in FIXTURE_COLLECTIONS if self.database[collection_of(place)].find_one({"_id": fixture_id})
        ]

    def fixture(self, fixture_id: int = FIXTURE) -> FixtureDocument:
        """Return the fixture, which must be in exactly one collection."""
        [place] = self.where(fixture_id)
        document = self.database[collection_of(place)].find_one({"_id": fixture_id})
        assert document is not None
        return document

    @property
    def goals(self) -> list[EventDocument]:
        return self.fixture()["events"]

    @property
    def goal(self) -> EventDocument:
        [only] = self.goals
        return only

    def open_search(self) -> None:
        """Open the search of the only goal."""
        begun = {"events.$._monitor_complete": True, "events.$._telemetry.opened_at": self.watch.now()}
        assert self.events.update(self.goal["_event_id"], {"$set": begun})

    def complete_downloads(self) -> None:
        """Complete the downloads of the only goal."""
        assert self.events.update(self.goal["_event_id"], {"$set": {"events.$._download_complete": True}})


def tick_after(seconds: int) -> str:
    return tick_of(KICKOFF + timedelta(seconds=seconds), seconds % 60)
