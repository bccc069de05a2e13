"""Adapter of `leases`: the running tick, past ticks, the last ingest, and the API quota.

One document each, so that one write guards it.
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
# per outcome: 90 minutes
TICKS_KEPT = 180


@translate_errors
class Leases:
    """Tick lease: one tick at a time, and none that a later one has overtaken."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._leases = cast("Collection[dict[str, Any]]", database["leases"])

    def take(self, tick: str, now: datetime, duration: timedelta) -> bool:
        """Take the lease; a retry of the same tick takes it again."""
        free = {"tick": {"$lt": tick}, "expires_at": {"$lte": now}}
        lease = {"tick": tick, "expires_at": now + duration}
        if self._leases.update_one({"_id": MONITOR, "$or": [{"tick": tick}, free]}, {"$set": lease}).matched_count:
            return True
        try:
            self._leases.insert_one({"_id": MONITOR, **lease})
        except DuplicateKeyError:
            return False
        return True

    def release(self, tick: str, now: datetime) -> None:
        """End the lease if this tick still holds it."""
        self._leases.update_one({"_id": MONITOR, "tick": tick}, {"$set": {"expires_at": now}})

    def note_tick(self, tick: str, fate: TickOutcome) -> None:
        """Record how a tick ended, once."""
        due = moment_of(tick)
        newest = {"$push": {fate: {"$each": [due], "$slice": -TICKS_KEPT}}}
        if self._leases.update_one({"_id": TICKS, fate: {"$ne": due}}, newest).matched_count:
            return
        with suppress(DuplicateKeyError):  # it was recorded before, or a concurrent tick inserts the document
            self._leases.insert_one({"_id": TICKS, "since": due, fate: [due]})

    def tick_book(self) -> TickBook | None:
        """Return the recorded ticks; None before the first."""
        book = self._leases.find_one({"_id": TICKS})
        if book is None:
            return None
        finished, skipped, overlapped = (frozenset(book.get(fate, ())) for fate in get_args(TickOutcome))
        return TickBook(book["since"], finished, skipped, overlapped)

    def note_ingested(self, day: date, run: str) -> None:
        """Record the ingest of this day and its execution."""
        self._leases.update_one({"_id": INGEST}, {"$set": {"day": day.isoformat(), "run": run}}, upsert=True)

    def ingested_by(self, day: date) -> str | None:
        """Return the execution that ingested this day; None before it."""
        last = self._leases.find_one({"_id": INGEST, "day": day.isoformat()})
        return last["run"] if last else None

    def note_quota(self, quota: Quota, at: datetime) -> None:
        fields = {"limit": quota.limit, "remaining": quota.remaining, "at": at}
        self._leases.update_one({"_id": API_BUDGET}, {"$set": fields}, upsert=True)

    def quota(self, day: date) -> Quota | None:
        """Return the quota reported on that day; None before the first answer."""
        document = self._leases.find_one({"_id": API_BUDGET})
        return Quota(document["limit"], document["remaining"]) if document and document["at"].date() == day else None

    def last_tick(self) -> datetime | None:
        """Return the scheduled time of the last tick; None before the first."""
        lease = self._leases.find_one({"_id": MONITOR})
        return moment_of(lease["tick"]) if lease else None
