"""A match day with a real database: the monitor's ticks as the state machine runs them, and stand-ins around it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, cast

from footy.adapters.mongo.unfinished import Unfinished
from pymongo.database import Database

from footy.adapters.mongo.active import Active
from footy.adapters.mongo.arrivals import Arrivals
from footy.adapters.mongo.completed import Completed
from footy.adapters.mongo.events import Events
from footy.adapters.mongo.leases import Leases
from footy.adapters.mongo.live import Live
from footy.adapters.mongo.moves import Moves
from footy.adapters.mongo.staging import Staging
from footy.errors import UpstreamUnavailable
from footy.fixtures.rows import Row
from footy.fixtures.starting import ExecutionStatus
from footy.model.documents import EventDocument, FixtureDocument
from footy.model.ids import tick_of
from footy.model.places import PLACES
from footy.model.teams import Team
from footy.settings import Rules
from footy.steps.finish_tick import Finished, finish_tick
from footy.steps.ingest_fixtures import Asked, ingest_fixtures
from footy.steps.plan_tick import Batch, Plan, plan_tick
from footy.steps.poll_batch import Goal, poll_batch
from footy.steps.retire_fixtures import Retired, retire_fixtures
from tests.unit.fixtures.builders import FIXTURE, KICKOFF
from tests.unit.fixtures.football import Football, entry


@dataclass
class Watch:
    """A clock that a test sets."""

    time: datetime

    def now(self) -> datetime:
        return self.time


@dataclass
class Executions:
    """What became of executions; a name that is not there was never started."""

    known: dict[str, ExecutionStatus] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    unreachable: bool = False

    def status(self, name: str) -> ExecutionStatus | None:
        self.asked.append(name)
        if self.unreachable:
            raise UpstreamUnavailable("no answer")
        return self.known.get(name)


@dataclass
class Bucket:
    """The published objects."""

    keys: set[str] = field(default_factory=set)
    unreachable: bool = False

    def delete_keys(self, keys: Iterable[str]) -> int:
        if self.unreachable:
            raise UpstreamUnavailable("no answer")
        gone = list(keys)
        self.keys -= set(gone)
        return len(gone)

    def delete_fixture(self, fixture_id: int) -> int:
        return self.delete_keys([key for key in self.keys if key.startswith(f"{fixture_id}/")])


class Matchday:
    """Everything a tick touches."""

    def __init__(self, database: Database[FixtureDocument], rules: Rules | None = None) -> None:
        self.database = database
        self.rules = rules or Rules()
        self.football = Football()
        self.watch = Watch(KICKOFF)
        self.executions = Executions()
        self.bucket = Bucket()
        self.events = Events(database)
        self.leases = Leases(database)
        self.started: list[str] = []

    def plan(self, scheduled: datetime, offset: int = 0) -> Plan:
        self.watch.time = scheduled + timedelta(seconds=offset)
        return plan_tick(
            scheduled,
            offset,
            leases=self.leases,
            staging=Staging(self.database),
            active=Active(self.database),
            completed=Completed(self.database),
            moves=Moves(self.database),
            clock=self.watch,
            rules=self.rules,
        )

    def poll(self, tick: str, batch: Batch) -> list[Goal]:
        return poll_batch(
            tick,
            batch,
            api=self.football.client(),
            live=Live(self.database),
            active=Active(self.database),
            staging=Staging(self.database),
            moves=Moves(self.database),
            leases=self.leases,
            executions=self.executions,
            clock=self.watch,
            rules=self.rules,
        )

    def finish(self, tick: str) -> Finished:
        return finish_tick(
            tick,
            active=Active(self.database),
            live=Live(self.database),
            moves=Moves(self.database),
            sweeps=Unfinished(self.database),
            leases=self.leases,
            media=self.bucket,
            clock=self.watch,
            rules=self.rules,
        )

    def tick(self, seconds: int) -> list[str]:
        """The tick so many seconds after kick-off; answers the executions it starts."""
        scheduled = KICKOFF + timedelta(seconds=seconds - seconds % 60)
        plan = self.plan(scheduled, seconds % 60)
        if plan["skip"]:
            return []
        goals = [goal for batch in plan["batches"] for goal in self.poll(plan["tick"], batch)]
        for goal in goals:
            self.executions.known.setdefault(goal["execution"], "RUNNING")
        self.finish(plan["tick"])
        return [goal["execution"] for goal in goals]

    def ingest(self, asked: Asked | None = None) -> list[Team]:
        return ingest_fixtures(
            asked or {},
            api=self.football.client(),
            arrivals=Arrivals(self.database),
            clock=self.watch,
            rules=self.rules,
        )

    def retire(self) -> Retired:
        return retire_fixtures(
            completed=Completed(self.database),
            live=Live(self.database),
            media=self.bucket,
            clock=self.watch,
            rules=self.rules,
        )

    def play(self, *rows: Row | Any, fixture_id: int = FIXTURE, status: str = "2H", **told: Any) -> None:
        """What the API tells from now on."""
        self.football.play(entry(fixture_id, status, rows, **told))

    def watched(self, *ids: int, **fields: Any) -> None:
        """Fixtures that are active already."""
        for fixture_id in ids or (FIXTURE,):
            self.put("active", fixture_id, events=[], activated_at=KICKOFF, **fields)

    def put(self, home: str, fixture_id: int = FIXTURE, *, status: str = "NS", **fields: Any) -> None:
        told = {name: value for name, value in entry(fixture_id, status).items() if name != "events"}
        known = {"_id": fixture_id, "_written": "first", **told, **fields}
        self.database[f"fixtures_{home}"].insert_one(cast("FixtureDocument", known))

    def where(self, fixture_id: int = FIXTURE) -> list[str]:
        """The collections that have it."""
        return [home for home in PLACES if self.database[f"fixtures_{home}"].find_one({"_id": fixture_id})]

    def fixture(self, fixture_id: int = FIXTURE) -> FixtureDocument:
        """The fixture, which is in exactly one place."""
        [home] = self.where(fixture_id)
        found = self.database[f"fixtures_{home}"].find_one({"_id": fixture_id})
        assert found is not None
        return found

    @property
    def goals(self) -> list[EventDocument]:
        return self.fixture()["events"]

    @property
    def goal(self) -> EventDocument:
        [only] = self.goals
        return only

    def open_search(self) -> None:
        """The first act of the search of the only goal."""
        begun = {"events.$._monitor_complete": True, "events.$._telemetry.opened_at": self.watch.now()}
        assert self.events.update(self.goal["_event_id"], {"$set": begun})

    def complete_downloads(self) -> None:
        """The last act of the search of the only goal."""
        assert self.events.update(self.goal["_event_id"], {"$set": {"events.$._download_complete": True}})


def tick_after(seconds: int) -> str:
    return tick_of(KICKOFF + timedelta(seconds=seconds), seconds % 60)
