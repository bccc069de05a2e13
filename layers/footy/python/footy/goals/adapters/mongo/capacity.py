"""Adapter of `capacity`: the match calendar, the current demand, and the size of each pool."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.revisions import AT_ONCE
from footy.goals.capacity.calendar import Demand, MatchWindow
from footy.goals.capacity.pool import PoolName, PoolState
from footy.goals.fixtures.lifecycle.status import INTERRUPTED, LIVE, TERMINAL, kickoff_of
from footy.goals.model.collections import OPEN_COLLECTIONS, collection_of
from footy.goals.model.documents import FixtureDocument

CALENDAR = "calendar"
PLAYING = LIVE - INTERRUPTED
KICKOFF = {"fixture.timestamp": 1, "fixture.date": 1, "fixture.status.short": 1}


@translate_errors
class Capacity:
    """One document for the calendar and one for each pool."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._documents = cast("Collection[dict[str, Any]]", database["capacity"])
        self._open = [database[collection_of(name)] for name in OPEN_COLLECTIONS]
        self._active = database[collection_of("active")]

    def kickoffs(self) -> list[datetime]:
        """Return the known kick-offs of all fixtures that are not over."""
        ahead = {"fixture.status.short": {"$nin": sorted(TERMINAL)}}
        fixtures = (one for collection in self._open for one in collection.find(ahead, KICKOFF, batch_size=AT_ONCE))
        return [kickoff for one in fixtures if (kickoff := kickoff_of(one))]

    def demand(self, goals: int) -> Demand:
        """Return the current demand, with this number of goals in search."""
        fixtures = self._active.find({}, {"fixture.status.short": 1}, batch_size=AT_ONCE)
        states = [one["fixture"]["status"]["short"] for one in fixtures]
        unfinished = [state for state in states if state not in TERMINAL]
        return Demand(goals, playing=sum(state in PLAYING for state in unfinished), active_fixtures=len(unfinished))

    def note_calendar(self, calendar: Iterable[MatchWindow], now: datetime) -> None:
        windows = [{"opens": one.opens, "closes": one.closes} for one in calendar]
        self._documents.update_one({"_id": CALENDAR}, {"$set": {"windows": windows, "at": now}}, upsert=True)

    def calendar(self) -> Sequence[MatchWindow]:
        """Return the stored windows; none before the first ingest."""
        document = self._documents.find_one({"_id": CALENDAR}) or {"windows": []}
        return [MatchWindow(one["opens"], one["closes"]) for one in document["windows"]]

    def standing(self, pool: PoolName) -> PoolState:
        """Return the last requested size of a pool."""
        document = self._documents.find_one({"_id": pool})
        return PoolState(document["size"], document["changed_at"], document["fewer_since"]) if document else PoolState()

    def note_standing(self, pool: PoolName, standing: PoolState) -> None:
        """Store the requested size of a pool; concurrent writers store the same."""
        fields = {
            "size": standing.size,
            "changed_at": standing.changed_at,
            "fewer_since": standing.fewer_since,
        }
        self._documents.update_one({"_id": pool}, {"$set": fields}, upsert=True)
