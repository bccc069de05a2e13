"""Where a match is played: one database for many matches, and the real use cases on it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any, cast

import pytest
from footy.adapters.mongo.unfinished import Unfinished
from pymongo.collection import Collection
from pymongo.database import Database

from footy.adapters.api_football import ApiFootball
from footy.adapters.api_football_bodies import PollAnswer as Told
from footy.adapters.api_football_bodies import read_fixtures
from footy.adapters.mongo.active import Active
from footy.adapters.mongo.events import Events
from footy.adapters.mongo.leases import Leases
from footy.adapters.mongo.live import Live
from footy.adapters.mongo.moves import Moves
from footy.adapters.mongo.staging import Staging
from footy.errors import UpstreamUnavailable
from footy.model.documents import FixtureDocument
from footy.model.places import PLACES
from footy.settings import Rules
from footy.steps.finish_tick import Finished, finish_tick
from footy.steps.plan_tick import Batch
from footy.steps.poll_batch import Executions, Goal, poll_batch
from tests.unit.adapters.mongo.interruptions import Crash
from tests.unit.fixtures.builders import document
from tests.unit.matchday import Bucket, Watch


class Api:
    """Says what it was told to say, whoever asks."""

    def __init__(self, entries: list[dict[str, Any]] | None) -> None:
        self._entries = entries

    def by_ids(self, ids: list[int]) -> Told:
        if self._entries is None:
            raise UpstreamUnavailable("an outage")
        bodies, rejects = read_fixtures(self._entries)
        return Told(tuple(bodies), tuple(rejects), frozenset(ids) - {body.id for body in bodies}, None)


class Ground:
    """The stores, made once."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self.database = database
        self.events = Events(database)
        self._ids = count(1)
        self._stores: dict[str, Any] = {
            "live": Live(database),
            "active": Active(database),
            "moves": Moves(database),
            "leases": Leases(database),
        }
        self._staging, self._sweeps = Staging(database), Unfinished(database)
        self._homes = {home: database[f"fixtures_{home}"] for home in PLACES}

    def kick_off(self) -> int:
        """A new fixture, being watched."""
        fixture_id = next(self._ids)
        known = {**document(), "_id": fixture_id, "_written": "first"}
        self._homes["active"].insert_one(cast("FixtureDocument", known))
        return fixture_id

    def clear(self, fixture_id: int) -> None:
        for room in (*self._homes.values(), self.database["fixtures_live"]):
            room.delete_many({"_id": fixture_id})

    def poll(self, tick: str, fixture_id: int, api: Api, executions: Executions, now: datetime) -> list[Goal]:
        batch: Batch = {"kind": "active", "ids": [fixture_id]}
        asked, watch = cast("ApiFootball", api), Watch(now)
        rest: dict[str, Any] = {"staging": self._staging, "executions": executions, "rules": Rules()}
        return poll_batch(tick, batch, api=asked, clock=watch, **self._stores, **rest)

    def finish(self, tick: str, now: datetime) -> Finished:
        rest: dict[str, Any] = {"sweeps": self._sweeps, "media": Bucket(), "rules": Rules()}
        return finish_tick(tick, clock=Watch(now), **self._stores, **rest)

    def fixture(self, fixture_id: int, home: str = "active") -> FixtureDocument:
        found = self.database[f"fixtures_{home}"].find_one({"_id": fixture_id})
        assert found is not None, f"the fixture is not {home}"
        return found

    def where(self, fixture_id: int) -> list[str]:
        return [home for home, room in self._homes.items() if room.find_one({"_id": fixture_id}, {"_id": 1})]


@contextmanager
def dying_after(statements: int) -> Iterator[None]:
    """The process, or the database, goes down after so many statements, also in the middle of a bulk."""
    left = statements
    write = Collection.bulk_write

    def torn(room: Collection[Any], requests: list[Any], **named: Any) -> Any:
        nonlocal left
        done, left = requests[:left], left - len(requests)
        if left >= 0:
            return write(room, requests, **named)
        if done:
            write(room, done, **named)
        raise Crash

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Collection, "bulk_write", torn)
        try:
            yield
        except Crash:
            return


def nothing() -> None:
    """What happens meanwhile when nothing does."""


Meanwhile = Callable[[], object]
