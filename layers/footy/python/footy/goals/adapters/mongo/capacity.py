"""Statements on `capacity`: the calendar of the coming days, what is on right now, and how each pool stands."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.adapters.mongo.fixtures.summary_fields import AT_ONCE
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
    """A document for the calendar and one for each pool, each replaced as a whole."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._documents = cast("Collection[dict[str, Any]]", database["capacity"])
        self._places = [database[collection_of(place)] for place in OPEN_COLLECTIONS]
        self._active = database[collection_of("active")]

    def kickoffs(self) -> list[datetime]:
        """Those of all fixtures that are to be played or are being played, as far as they are known."""
        ahead = {"fixture.status.short": {"$nin": sorted(TERMINAL)}}
        found = (one for place in self._places for one in place.find(ahead, KICKOFF, batch_size=AT_ONCE))
        return [kickoff for one in found if (kickoff := kickoff_of(one))]

    def demand(self, goals: int) -> Demand:
        """What is on right now, beside so many goals that are searched for."""
        fixtures = self._active.find({}, {"fixture.status.short": 1}, batch_size=AT_ONCE)
        states = [one["fixture"]["status"]["short"] for one in fixtures]
        watched = [state for state in states if state not in TERMINAL]
        return Demand(goals, playing=sum(state in PLAYING for state in watched), active_fixtures=len(watched))

    def note_calendar(self, calendar: Iterable[MatchWindow], now: datetime) -> None:
        """Keeps the windows, for ticks and for people."""
        told = [{"opens": one.opens, "closes": one.closes} for one in calendar]
        self._documents.update_one({"_id": CALENDAR}, {"$set": {"windows": told, "at": now}}, upsert=True)

    def calendar(self) -> Sequence[MatchWindow]:
        """The windows that were noted last; none before the first ingest."""
        noted = self._documents.find_one({"_id": CALENDAR}) or {"windows": []}
        return [MatchWindow(one["opens"], one["closes"]) for one in noted["windows"]]

    def standing(self, pool: PoolName) -> PoolState:
        """How a pool was asked to stand the last time."""
        noted = self._documents.find_one({"_id": pool})
        return PoolState(noted["size"], noted["changed_at"], noted["fewer_since"]) if noted else PoolState()

    def note_standing(self, pool: PoolName, standing: PoolState) -> None:
        """Keeps how a pool is to stand; of two at once the later wins, and both say the same."""
        said = {
            "size": standing.size,
            "changed_at": standing.changed_at,
            "fewer_since": standing.fewer_since,
        }
        self._documents.update_one({"_id": pool}, {"$set": said}, upsert=True)
