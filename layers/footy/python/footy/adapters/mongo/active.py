"""Statements on `fixtures_active`: fixtures being watched, only ever updated in place."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from pymongo import UpdateOne
from pymongo.database import Database
from pymongo.errors import BulkWriteError

from footy.adapters.mongo.failures import passes, translates_failures
from footy.adapters.mongo.outlines import AT_ONCE, OUTLINE
from footy.adapters.mongo.revisions import at_revision, new_revision, revision_of
from footy.fixtures.decide import FixtureDecision
from footy.fixtures.goal_change import GoalChange
from footy.fixtures.starting import Start
from footy.fixtures.status import TERMINAL
from footy.model.documents import AttemptRecord, EventDocument, FailedSearch, FixtureDocument, Snapshot, Video
from footy.model.ids import fixture_of
from footy.model.places import collection_of

# What it depends on whether a fixture of which nothing new comes is still watched.
QUIET: dict[str, Any] = {
    **dict.fromkeys(("fixture", "activated_at", "_changed_at", "_last_monitor"), 1),
    "events._download_complete": 1,
}
GOALS: dict[str, Any] = {"events": 1, "_removed_events": 1}
# What nobody looks at who ends a tick; the hashes alone would be most of what is read.
HEAVY: dict[str, Any] = {
    "events._s3_videos.perceptual_hash": 0,
    "events._s3_videos.hash_views": 0,
    "events._s3_videos.frames_read": 0,
    "events._waiting_videos.perceptual_hash": 0,
    "events._waiting_videos.hash_views": 0,
    "events._waiting_videos.frames_read": 0,
    "events._discovered_videos": 0,
    "events._found_videos": 0,
    "_removed_events.goal._s3_videos": 0,
    "_removed_events.goal._waiting_videos": 0,
    "_removed_events.goal._discovered_videos": 0,
    "_removed_events.goal._found_videos": 0,
}
# What a poll looks at besides: of clips what a tombstone names, of what was tried only when, of a sight what it saw.
LOOKED_AT = (
    ("_s3_videos", Video, {"_s3_key", "share_id", "previous_share_ids"}),
    ("_waiting_videos", Video, {"_s3_key", "share_id", "previous_share_ids"}),
    ("_snapshots", Snapshot, {"fields"}),
    ("_telemetry.attempts", AttemptRecord, {"at"}),
    ("_telemetry.failed_searches", FailedSearch, {"at"}),
)
PASSED_OVER: dict[str, Any] = {
    **HEAVY,
    **{f"events.{of}.{name}": 0 for of, kind, needed in LOOKED_AT for name in kind.__annotations__.keys() - needed},
    "events._telemetry.downloads": 0,
    "events._twitter_search": 0,
    "events._twitter_aliases": 0,
}


@dataclass(frozen=True, slots=True)
class Applied:
    """Whether all decisions were written as they were made, and the fixtures that cannot be written at all."""

    complete: bool
    broken: dict[int, str]


@translates_failures
class Active:
    """Every write names the new_revision of what it was decided on: of two racing ticks, one decides again."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._fixtures = database[collection_of("active")]

    def outlines(self) -> list[FixtureDocument]:
        """All of them, without what the API says."""
        return list(self._fixtures.find({}, OUTLINE, batch_size=AT_ONCE))

    def read(self, ids: Collection[int]) -> list[FixtureDocument]:
        """Those of these ids that are still here, as a poll needs them."""
        return list(self._fixtures.find({"_id": {"$in": list(ids)}}, PASSED_OVER, batch_size=AT_ONCE))

    def leaving(self, ids: Collection[int]) -> list[FixtureDocument]:
        """Those of these ids that are still here, with the stories of their goals."""
        return list(self._fixtures.find({"_id": {"$in": list(ids)}}, HEAVY, batch_size=AT_ONCE))

    def ended(self) -> list[FixtureDocument]:
        """Those whose match is over."""
        over = {"fixture.status.short": {"$in": list(TERMINAL)}}
        return list(self._fixtures.find(over, HEAVY, batch_size=AT_ONCE))

    def unchanged_since(self, moment: datetime) -> list[FixtureDocument]:
        """Those of which nothing new has come since then, no more of each than what their leaving depends on."""
        quiet = [{"_changed_at": {"$lte": moment}}, {"_changed_at": None, "activated_at": {"$lte": moment}}]
        return list(self._fixtures.find({"$or": quiet}, QUIET, batch_size=AT_ONCE))

    def apply(self, decisions: Iterable[FixtureDecision]) -> Applied:
        """Writes many decisions in one round trip."""
        whole = map(self._whole, decisions)
        statements = [(decision.fixture_id, one) for decision in whole for one in _statements(decision)]
        if not statements:
            return Applied(complete=True, broken={})
        try:
            result = self._fixtures.bulk_write([one for _, one in statements], ordered=False)
        except BulkWriteError as failure:
            if failure.details["writeConcernErrors"]:
                raise
            errors = [error for error in failure.details["writeErrors"] if not passes(error["code"])]
            return Applied(complete=False, broken={statements[e["index"]][0]: str(e["errmsg"]) for e in errors})
        return Applied(complete=result.matched_count == len(statements), broken={})

    def _whole(self, decision: FixtureDecision) -> FixtureDecision:
        """A goal that goes, or comes back, takes along what ticks do not read of it."""
        if not decision.dropped and not decision.returned:
            return decision
        fixture = self._fixtures.find_one(at_revision(decision.fixture_id, decision.written), GOALS)
        if fixture is None:  # somebody wrote meanwhile: nothing of this decision will be
            return decision
        goals = {event["_event_id"]: event for event in fixture["events"]}
        kept = [fixture["_removed_events"][at]["goal"] for at in decision.returned]
        return replace(
            decision,
            dropped=tuple({**stone, "goal": goals[stone["_event_id"]]} for stone in decision.dropped),
            discovered=tuple(_completed(event, kept) for event in decision.discovered),
        )

    def note_starts(self, starts: Iterable[Start], now: datetime) -> None:
        """Writes down searches that are about to be started again."""
        notes = [
            UpdateOne(
                {"_id": fixture_of(start.event_id), "events._event_id": start.event_id},
                {
                    "$addToSet": {"events.$._telemetry.executions": start.execution},
                    "$set": {"events.$._telemetry.started_at": now, **new_revision()},
                },
            )
            for start in starts
        ]
        if notes:
            self._fixtures.bulk_write(notes, ordered=False)


def _statements(decision: FixtureDecision) -> list[UpdateOne]:
    """At most three, each leaving the fixture consistent: MongoDB cannot change, take and add goals in one."""
    statements: list[UpdateOne] = []
    written = decision.written
    for update in filter(None, (_changes(decision), _removals(decision), _additions(decision))):
        mark = revision_of(update)
        stamped = {**update, "$set": {**update.get("$set", {}), **mark}}
        statements.append(UpdateOne(at_revision(decision.fixture_id, written), stamped))
        written = mark["_written"]
    return statements


def _changes(decision: FixtureDecision) -> dict[str, Any]:
    """What changes in the fixture and, by position, in its goals: the guard keeps the positions right."""
    update: dict[str, Any] = {
        "$set": {**decision.sets, **_paths(decision.changes, "sets")},
        "$addToSet": {**decision.adds, **_paths(decision.changes, "adds")},
        "$push": {**_paths(decision.changes, "pushes"), **_tombstones(decision.redirects)},
    }
    return {operator: paths for operator, paths in update.items() if paths}


def _removals(decision: FixtureDecision) -> dict[str, Any]:
    if not decision.dropped:
        return {}
    ids = [tombstone["_event_id"] for tombstone in decision.dropped]
    return {"$pull": {"events": {"_event_id": {"$in": ids}}}, "$push": _tombstones(decision.dropped)}


def _additions(decision: FixtureDecision) -> dict[str, Any]:
    if not decision.discovered:
        return {}
    stones = {f"_removed_events.{at}": stone for at, stone in decision.returned.items()}
    return {"$push": {"events": {"$each": list(decision.discovered)}}, "$set": stones}


def _completed(event: EventDocument, kept: Sequence[EventDocument]) -> EventDocument:
    """The goal with all that its tombstone kept, if it came back."""
    former = {goal["_event_id"]: goal for goal in kept}
    before = next((former[old] for old in event["_previous_ids"][-1:] if old in former), None)
    if before is None:
        return event
    whole: EventDocument = {
        **event,
        "_s3_videos": before["_s3_videos"],
        "_discovered_videos": before["_discovered_videos"],
    }
    if "_waiting_videos" in before:
        whole["_waiting_videos"] = before["_waiting_videos"]
    return whole


def _tombstones(laid: Sequence[Any]) -> dict[str, Any]:
    return {"_removed_events": {"$each": list(laid)}} if laid else {}


def _paths(changes: Iterable[GoalChange], part: str) -> dict[str, Any]:
    return {f"events.{change.at}.{name}": value for change in changes for name, value in getattr(change, part).items()}
