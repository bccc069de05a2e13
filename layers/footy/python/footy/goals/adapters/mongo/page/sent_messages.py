"""Adapter of `webhook_messages` and `webhook_targets`.

A message is claimed by one atomic write before it is sent, so a crash cannot send it twice.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, cast

from pymongo import ReturnDocument
from pymongo.collection import Collection
from pymongo.database import Database
from pymongo.errors import DuplicateKeyError

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import FixtureDocument
from footy.goals.model.webhooks import MessageDocument, MessageState, TargetDocument


@translate_errors
class SentMessages:
    """Messages by goal and target, and the delivery state of each target."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._messages = cast("Collection[MessageDocument]", database["webhook_messages"])
        self._targets = cast("Collection[TargetDocument]", database["webhook_targets"])

    def meet(self, targets: Iterable[str], *, since: datetime, now: datetime) -> list[TargetDocument]:
        """Return the state of these targets, least recently served first; insert new ones."""
        names = list(targets)
        states = {one["_id"]: one for one in self._targets.find({"_id": {"$in": names}})}
        for name in names:
            if name not in states:
                new: TargetDocument = {
                    "_id": name,
                    "since": since,
                    "looked_at": now,
                    "served_at": now,
                    "busy_until": now,
                }
                states[name] = self._added(new)
        return sorted(states.values(), key=lambda one: one["served_at"])

    def _added(self, new: TargetDocument) -> TargetDocument:
        try:
            self._targets.insert_one(new)
        except DuplicateKeyError:  # a concurrent run inserted it
            return cast("TargetDocument", self._targets.find_one({"_id": new["_id"]}))
        return new

    def take(self, target: str, now: datetime, duration: timedelta) -> bool:
        """Reserve a target for a while; return False when it is busy or paused."""
        free = {"_id": target, "busy_until": {"$lte": now}}
        fields = {"busy_until": now + duration, "served_at": now}
        return bool(self._targets.update_one(free, {"$set": fields}).matched_count)

    def release(self, target: str, *, rests_until: datetime, looked_at: datetime) -> None:
        """Release a target, with the time from which it may be served and the changes it has seen."""
        fields = {"busy_until": rests_until, "looked_at": looked_at}
        self._targets.update_one({"_id": target}, {"$set": fields})

    def end(self, target: str, why: str) -> None:
        """Stop sending to a target."""
        self._targets.update_one({"_id": target}, {"$set": {"ended": why}})

    def of(self, target: str, fixtures: Iterable[int]) -> dict[str, MessageDocument]:
        """Return the messages to this target about these matches, by goal."""
        messages = self._messages.find({"target": target, "fixture": {"$in": list(fixtures)}})
        return {one["goal"]: one for one in messages}

    def claim(self, goal: str, target: str, fixture: int, now: datetime) -> MessageDocument | None:
        """Claim a message; return None when another run has claimed or sent it."""
        name = f"{goal}/{target}"
        claimed = self._messages.find_one_and_update(
            {"_id": name, "state": "free"},
            {"$set": {"state": "claimed", "at": now}},
            return_document=ReturnDocument.AFTER,
        )
        if claimed is not None:
            return claimed
        new: MessageDocument = {
            "_id": name,
            "goal": goal,
            "target": target,
            "fixture": fixture,
            "state": "claimed",
            "at": now,
            "tries": 0,
        }
        try:
            self._messages.insert_one(new)
        except DuplicateKeyError:
            return None
        return new

    def note(self, document: MessageDocument, state: MessageState, now: datetime, **facts: Any) -> MessageDocument:
        """Record the state of a message; only the holder of its target writes it."""
        fields = {"state": state, "at": now, **facts}
        self._messages.update_one({"_id": document["_id"]}, {"$set": fields})
        return cast("MessageDocument", {**document, **fields})

    def forget(self, before: datetime) -> None:
        """Delete messages written before then."""
        self._messages.delete_many({"at": {"$lt": before}})
