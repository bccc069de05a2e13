"""CPU time, round trips and API calls of a tick over 20, 200 and 1,000 active fixtures with three goals each.

The goals are searched for as in production: eleven attempts are stored, and half of the matches have clips.
"""

import gc
import json
import logging
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import httpx
from pymongo import monitoring
from pymongo.monitoring import CommandFailedEvent, CommandListener, CommandStartedEvent, CommandSucceededEvent

from bench.result import Result
from footy.core.mongo.database import connect
from footy.core.telemetry import gc_paused, logger, metrics
from footy.goals.adapters.football.api_football import ApiFootballClient
from footy.goals.fixtures.rows import EventRow
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules
from local.mongo.server import MongoServer
from tests.support.api_football import answering, entry, envelope
from tests.support.clips import stored
from tests.support.match import AWAY, DI_MARIA, KICKOFF, MBAPPE, Match, goal
from tests.support.matchday import Matchday
from tests.support.searches import attempt

SIZES = (20, 200, 1000)
OWN_SECONDS = {200: 1.0, 1000: 0.6}
CHANGED_SHARE = 20
AT_ONCE = 20
DEAD_SINCE = 11  # ticks: more than three minutes after the last attempt
GOALS = [goal(10), goal(30, MBAPPE, AWAY), goal(50, DI_MARIA)]
HASH = "dense:0.25:" + ",".join(f"{n * 0.25:.2f}={n * 0x9E3779B97F4A7C15 % 2**64:016x}" for n in range(1, 120))
# the part of an answer that is not used: line-ups, statistics, players
REST = {"lineups": [{"player": {"id": n, "name": f"Player {n}", "pos": "M", "grid": "1:1"}} for n in range(200)]}


@dataclass
class Count(CommandListener):
    """Counter of database commands; each is one round trip."""

    commands: int = 0

    def started(self, event: CommandStartedEvent) -> None:  # noqa: ARG002 - which one does not matter
        self.commands += 1

    def succeeded(self, event: CommandSucceededEvent) -> None:
        """Do nothing: `started` has counted it."""

    def failed(self, event: CommandFailedEvent) -> None:
        """Do nothing: `started` has counted it."""


@dataclass(frozen=True)
class Cost:
    """Cost of one tick."""

    seconds: float
    round_trips: int
    calls: int


class Api:
    """Football API with bodies that are encoded in advance."""

    def __init__(self, size: int) -> None:
        self._bodies = {fixture_id: _body(fixture_id, GOALS) for fixture_id in range(1, size + 1)}
        self.calls = 0

    def score(self, fixture_ids: range, minute: int) -> None:
        """Add a goal to each of these fixtures."""
        for fixture_id in fixture_ids:
            self._bodies[fixture_id] = _body(fixture_id, [*GOALS, goal(minute, MBAPPE, AWAY)])

    def client(self) -> ApiFootballClient:
        return answering(self._answer)

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.calls += 1
        bodies = ",".join(self._bodies[int(_id)] for _id in request.url.params["ids"].split("-"))
        frame = json.dumps(envelope())
        return httpx.Response(200, content=frame.replace('"response": []', f'"response": [{bodies}]'))


def measure() -> list[Result]:
    """Measure three sizes, each without changes, with some goals, with all searches dead and with goals everywhere."""
    counted = Count()
    monitoring.register(counted)
    with _without_logs(), tempfile.TemporaryDirectory() as folder, MongoServer(Path(folder), address="") as server:
        costs = {size: _costs(server.uri, size, counted) for size in SIZES}
    return [_line(size, costs[size], fewest=costs[SIZES[0]]) for size in SIZES]


def _costs(uri: str, size: int, counted: Count) -> dict[str, Cost]:
    """Play ticks without changes, with goals in some fixtures, with all searches restarted, with goals in all."""
    database = connect(uri, f"bench-{size}")
    day, api = Matchday(database), Api(size)
    cast("Any", day).answers = api
    for first in range(1, size + 1, AT_ONCE):
        database["fixtures_active"].insert_many([_fixture(_id) for _id in range(first, first + AT_ONCE)])
    _tick(day, api, 0, counted)
    quiet = min((_tick(day, api, n, counted) for n in (1, 2, 3)), key=lambda cost: cost.seconds)
    api.score(range(1, size + 1, CHANGED_SHARE), 70)
    some = _tick(day, api, 4, counted)
    dead = _tick(day, api, DEAD_SINCE, counted)
    api.score(range(1, size + 1), 80)
    all_changed = _tick(day, api, DEAD_SINCE + 1, counted)
    database.client.close()
    return {"quiet": quiet, "some": some, "dead": dead, "all": all_changed}


def _tick(day: Matchday, api: Api, n: int, counted: Count) -> Cost:
    gc.collect()
    seconds, commands, calls = time.process_time(), counted.commands, api.calls
    with gc_paused():
        # as around every function
        day.tick(3600 + 30 * n)
    return Cost(time.process_time() - seconds, counted.commands - commands, api.calls - calls)


def _line(size: int, costs: dict[str, Cost], *, fewest: dict[str, Cost]) -> Result:
    max_seconds = OWN_SECONDS.get(size)
    one_poll = size <= Rules().fixtures_per_poll
    quiet, some, dead, all_changed = costs.values()
    independent = all(costs[name].round_trips == fewest[name].round_trips for name in costs)
    as_few = f", as many round trips as with {SIZES[0]}" if one_poll else ""
    facts = {
        f"{name}_{fact}": float(value)
        for name, cost in costs.items()
        for fact, value in (("seconds", cost.seconds), ("round_trips", cost.round_trips), ("calls", cost.calls))
    }
    return Result(
        work=f"a tick over {size} fixtures, {3 * size} goals",
        measured=(
            f"{some.seconds:.2f} s own time (untouched {quiet.seconds:.2f}, all searches dead {dead.seconds:.2f}, "
            f"all changed {all_changed.seconds:.2f}), {some.round_trips} round trips ({quiet.round_trips}, "
            f"{dead.round_trips}, {all_changed.round_trips}), {some.calls} API calls"
        ),
        target=f"<= {max_seconds:g} s{as_few}" if max_seconds else "",
        holds=max(some.seconds, dead.seconds) <= max_seconds and (independent or not one_poll) if max_seconds else None,
        facts=facts,
    )


def _fixture(fixture_id: int) -> FixtureDocument:
    """Build a fixture with three goals that are searched for; every other fixture has clips."""
    match = Match()
    for _ in range(3):
        match.poll(*GOALS)
    clips = [stored(f"{fixture_id}-{n}", perceptual_hash=HASH) for n in range(8)]
    attempts = [attempt(n, at=KICKOFF + timedelta(minutes=51 + n)) for n in range(1, 12)]
    opened = {"_monitor_complete": True, "_s3_videos": clips if fixture_id % 2 else []}
    events = [
        {
            **event,
            **opened,
            "_event_id": event["_event_id"].replace("979139", str(fixture_id)),
            "_telemetry": {**event["_telemetry"], "opened_at": KICKOFF + timedelta(minutes=51), "attempts": attempts},
        }
        for event in match.events
    ]
    document = {**match.document, "_id": fixture_id, "_written": "first", "events": events, "_last_monitor": KICKOFF}
    return cast("FixtureDocument", document)


def _body(fixture_id: int, rows: list[EventRow]) -> str:
    return json.dumps({**entry(fixture_id, "2H", rows), **REST})


@contextmanager
def _without_logs() -> Iterator[None]:
    """Disable logs while measuring."""
    before = logger.log_level
    logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        logger.setLevel(before)
        metrics.clear_metrics()
