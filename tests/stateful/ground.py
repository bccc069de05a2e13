"""Ground of the matches: one database and the real steps."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import count
from typing import Any, cast

import pytest
from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.errors import UpstreamUnavailable
from footy.goals.adapters.football.api_football import ApiFootballClient, Unread
from footy.goals.adapters.football.api_football_bodies import PollAnswer, read_fixtures
from footy.goals.adapters.football.football import Football
from footy.goals.model.collections import FIXTURE_COLLECTIONS, CollectionName, collection_of
from footy.goals.model.documents import FixtureDocument
from footy.goals.settings import Rules
from footy.goals.steps.finish_tick import Output, finish_tick
from footy.goals.steps.poll_batch import DueSearch, poll_batch
from tests.support.containers import container_of
from tests.support.interruptions import Crash
from tests.support.match import document
from tests.support.matchday import Bucket, Watch


class Api:
    """Football API with a fixed answer."""

    def __init__(self, entries: list[dict[str, Any]] | None) -> None:
        self._entries = entries

    def ask(self, ids: list[int]) -> Unread:
        if self._entries is None:
            raise UpstreamUnavailable("an outage")
        bodies, rejects = read_fixtures(self._entries)
        return lambda: PollAnswer(tuple(bodies), tuple(rejects), frozenset(ids) - {body.id for body in bodies}, None)


MOSTLY: tuple[CollectionName, ...] = ("active", "completed", "staging")


class Unwatched:
    """Live collection that stores nothing: no rule reads the raw body, and thousands of matches save the writes."""

    def write(self, *_: object) -> None:
        return

    def forget(self, *_: object) -> None:
        return


class Unasked:
    """Upload queue that drops messages: these matches are about goals."""

    def send(self, *_: object) -> None:
        return


class Ground:
    """Dependencies of the ticks, created once."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self.database = database
        self.container = container_of(database, media=Bucket(), live=Unwatched(), uploads=Unasked())
        self.events = self.container.events
        self._ids = count(1)
        self._places = {place: database[collection_of(place)] for place in FIXTURE_COLLECTIONS}

    def kick_off(self) -> int:
        """Insert a new active fixture."""
        fixture_id = next(self._ids)
        fields = {**document(), "_id": fixture_id, "_written": "first"}
        self._places["active"].insert_one(cast("FixtureDocument", fields))
        return fixture_id

    def clear(self, fixture_id: int) -> None:
        for place in self.where(fixture_id):
            self._places[place].delete_many({"_id": fixture_id})

    def poll(self, tick: str, fixture_id: int, api: Api, executions: object, now: datetime) -> list[DueSearch]:
        self._set(now, football=Football(cast("ApiFootballClient", api), Rules()), executions=executions)
        return poll_batch({"tick": tick, "batch": {"kind": "active", "ids": [fixture_id]}}, self.container)["goals"]

    def look_again(self, place: CollectionName, tick: str, fixture_id: int, api: Api, now: datetime) -> None:
        """Poll a staged or archived fixture as a 15-minute mark does."""
        self._set(now, football=Football(cast("ApiFootballClient", api), Rules()))
        poll_batch({"tick": tick, "batch": {"kind": place, "ids": [fixture_id]}}, self.container)

    def finish(self, tick: str, now: datetime) -> Output:
        self._set(now)
        return finish_tick({"tick": tick}, self.container)

    def _set(self, now: datetime, **ports: Any) -> None:
        for name, port in {"clock": Watch(now), "rules": Rules(), **ports}.items():
            setattr(self.container, name, port)

    def fixture(self, fixture_id: int, place: CollectionName = "active") -> FixtureDocument:
        fixture = self._places[place].find_one({"_id": fixture_id})
        assert fixture is not None, f"the fixture is not {place}"
        return fixture

    def where(self, fixture_id: int) -> list[CollectionName]:
        return [place for place in FIXTURE_COLLECTIONS if self._is_in(place, fixture_id)]

    def home(self, fixture_id: int) -> CollectionName:
        """Return the collection of the fixture; the end of the match checks that there is only one."""
        return next(place for place in MOSTLY if self._is_in(place, fixture_id))

    def _is_in(self, place: CollectionName, fixture_id: int) -> bool:
        return self._places[place].find_one({"_id": fixture_id}, {"_id": 1}) is not None


@contextmanager
def dying_after(statements: int) -> Iterator[None]:
    """Outage of the process or the database after a number of statements, also in the middle of a bulk."""
    remaining = statements
    write = Collection.bulk_write

    def torn(room: Collection[Any], requests: list[Any], **named: Any) -> Any:
        nonlocal remaining
        done, remaining = requests[:remaining], remaining - len(requests)
        if remaining >= 0:
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
    """Do nothing meanwhile."""


Meanwhile = Callable[[], object]
