"""Statements on `leases`: which tick is at work, how the last ones ended, whose fixtures are in, the API's budget.

A collection of its own, of a document for each: whoever scans fixtures never meets it, and one document is guarded by
one write.
"""

from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any, cast, get_args

from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import DuplicateKeyError

from footy.core.mongo.failures import translate_errors
from footy.goals.fixtures.lifecycle.tick import TickBook, TickOutcome
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.ids import moment_of
from footy.goals.model.quota import Quota

MONITOR = "monitor"
API_BUDGET = "api-football"
INGEST = "ingest"
TICKS = "ticks"
# of each kind; an hour and a half
TICKS_KEPT = 180


@translate_errors
class Leases:
    """One tick at a time, and none that a later one has overtaken."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._leases = cast("Collection[dict[str, Any]]", database["leases"])

    def take(self, tick: str, now: datetime, lasting: timedelta) -> bool:
        """Whether the tick may work: the last one is done or dead, or it is this very tick, tried again."""
        free = {"tick": {"$lt": tick}, "expires_at": {"$lte": now}}
        held = {"tick": tick, "expires_at": now + lasting}
        if self._leases.update_one({"_id": MONITOR, "$or": [{"tick": tick}, free]}, {"$set": held}).matched_count:
            return True
        try:
            self._leases.insert_one({"_id": MONITOR, **held})
        except DuplicateKeyError:
            return False
        return True

    def release(self, tick: str, now: datetime) -> None:
        """Lets the next tick begin, if this one still holds the lease."""
        self._leases.update_one({"_id": MONITOR, "tick": tick}, {"$set": {"expires_at": now}})

    def note_tick(self, tick: str, fate: TickOutcome) -> None:
        """How a tick ended; one that is told twice is noted once."""
        due = moment_of(tick)
        newest = {"$push": {fate: {"$each": [due], "$slice": -TICKS_KEPT}}}
        if self._leases.update_one({"_id": TICKS, fate: {"$ne": due}}, newest).matched_count:
            return
        with suppress(DuplicateKeyError):  # it was noted before, or somebody else begins the book
            self._leases.insert_one({"_id": TICKS, "since": due, fate: [due]})

    def tick_book(self) -> TickBook | None:
        """How the last ticks ended; None before the first."""
        found = self._leases.find_one({"_id": TICKS})
        if found is None:
            return None
        finished, skipped, overlapped = (frozenset(found.get(fate, ())) for fate in get_args(TickOutcome))
        return TickBook(found["since"], finished, skipped, overlapped)

    def note_ingested(self, day: date, run: str) -> None:
        """The fixtures of this day are in, and who brought them."""
        self._leases.update_one({"_id": INGEST}, {"$set": {"day": day.isoformat(), "run": run}}, upsert=True)

    def ingested_by(self, day: date) -> str | None:
        """Who brought in the fixtures of that day; None while nobody has."""
        last = self._leases.find_one({"_id": INGEST, "day": day.isoformat()})
        return last["run"] if last else None

    def note_quota(self, quota: Quota, at: datetime) -> None:
        """Keeps the latest of what the API said."""
        said = {"limit": quota.limit, "remaining": quota.remaining, "at": at}
        self._leases.update_one({"_id": API_BUDGET}, {"$set": said}, upsert=True)

    def quota(self, day: date) -> Quota | None:
        """What the API said last on that day; None before its first answer."""
        said = self._leases.find_one({"_id": API_BUDGET})
        return Quota(said["limit"], said["remaining"]) if said and said["at"].date() == day else None

    def last_tick(self) -> datetime | None:
        """When the last tick was due; None before the first."""
        held = self._leases.find_one({"_id": MONITOR})
        return moment_of(held["tick"]) if held else None
