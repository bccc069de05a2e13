"""What every write leaves on a fixture: a revision, so that whoever read it before can tell, and when it changed.

The change stamp is what people's pages ask for. It is by the clock of the machine that writes, never the match clock:
two functions commit in another order than they were stamped in, by seconds of real time, and readers look so far back.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from uuid import uuid4

from pymongo import DeleteOne

from footy.clock import SystemClock
from footy.model.documents import FixtureDocument

# what a poll notes for the next one: nobody sees it
UNSEEN = frozenset({"_last_monitor", "_furthest", "_behind_since"})


def new_revision() -> dict[str, Any]:
    """A new one, to be set with a write that people may see."""
    return {**quiet_revision(), "_stamped_at": SystemClock().now()}


def quiet_revision() -> dict[str, Any]:
    """A new one, to be set with a write that changes nothing anybody is shown."""
    return {"_written": uuid4().hex}


def clips_moved() -> dict[str, Any]:
    """What a write of a fixture's clips leaves beside that: a batch that read them before is merged anew."""
    return {"_clips_written": uuid4().hex}


def revision_of(update: Mapping[str, Any]) -> dict[str, Any]:
    """The one that fits an update, by the fields it writes."""
    seen = update.keys() - {"$set"} or update.get("$set", {}).keys() - UNSEEN
    return new_revision() if seen else quiet_revision()


def at_revision(fixture_id: int, written: str | None) -> dict[str, Any]:
    """The guard: this fixture, if nobody wrote it since it was at that revision."""
    return {"_id": fixture_id, "_written": written}


def unwritten(fixtures: Iterable[FixtureDocument]) -> list[DeleteOne]:
    """The removal of each, unless somebody wrote it since it was read."""
    return [DeleteOne(at_revision(fixture["_id"], fixture.get("_written"))) for fixture in fixtures]
