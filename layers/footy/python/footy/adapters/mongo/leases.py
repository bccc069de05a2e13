"""Statements on `leases`: which tick is at work, and how much of the API's budget is left.

A collection of its own, of one document: whoever scans fixtures never meets it, and one document is guarded by
one write.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import DuplicateKeyError

from footy.model.documents import FixtureDocument

MONITOR = "monitor"
API_BUDGET = "api-football"


@dataclass(frozen=True, slots=True)
class Budget:
    """What the API said of the day's requests, and when."""

    limit: int
    remaining: int
    at: datetime


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

    def note_budget(self, budget: Budget) -> None:
        """Keeps the latest of what the API said."""
        said = {"limit": budget.limit, "remaining": budget.remaining, "at": budget.at}
        self._leases.update_one({"_id": API_BUDGET}, {"$set": said}, upsert=True)

    def budget(self) -> Budget | None:
        """What the API said last; None before its first answer."""
        said = self._leases.find_one({"_id": API_BUDGET})
        return Budget(said["limit"], said["remaining"], said["at"]) if said else None
