"""Statements on `webhook_messages` and `webhook_targets`: one document for a goal and a target, one for a target.

A message is claimed before it is sent, by one write that only one can make: whatever dies in between has sent it at
most once.
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
    """What was sent to whom, and how far each target is served."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._messages = cast("Collection[MessageDocument]", database["webhook_messages"])
        self._targets = cast("Collection[TargetDocument]", database["webhook_targets"])

    def meet(self, targets: Iterable[str], *, since: datetime, now: datetime) -> list[TargetDocument]:
        """How these targets stand, who was served longest ago first; one that is new hears of goals from now on."""
        names = list(targets)
        known = {one["_id"]: one for one in self._targets.find({"_id": {"$in": names}})}
        for name in names:
            if name not in known:
                new: TargetDocument = {
                    "_id": name,
                    "since": since,
                    "looked_at": now,
                    "served_at": now,
                    "busy_until": now,
                }
                known[name] = self._added(new)
        return sorted(known.values(), key=lambda one: one["served_at"])

    def _added(self, new: TargetDocument) -> TargetDocument:
        try:
            self._targets.insert_one(new)
        except DuplicateKeyError:  # somebody else met it at the same time
            return cast("TargetDocument", self._targets.find_one({"_id": new["_id"]}))
        return new

    def take(self, target: str, now: datetime, lasting: timedelta) -> bool:
        """Whether this target is ours for a while: nobody else serves it, and it does not rest."""
        free = {"_id": target, "busy_until": {"$lte": now}}
        held = {"busy_until": now + lasting, "served_at": now}
        return bool(self._targets.update_one(free, {"$set": held}).matched_count)

    def release(self, target: str, *, rests_until: datetime, looked_at: datetime) -> None:
        """The target may be served again from then on, with what changed since it was looked at."""
        said = {"busy_until": rests_until, "looked_at": looked_at}
        self._targets.update_one({"_id": target}, {"$set": said})

    def end(self, target: str, why: str) -> None:
        """Nothing is sent there any more."""
        self._targets.update_one({"_id": target}, {"$set": {"ended": why}})

    def of(self, target: str, fixtures: Iterable[int]) -> dict[str, MessageDocument]:
        """What this target was told of these matches, by goal."""
        found = self._messages.find({"target": target, "fixture": {"$in": list(fixtures)}})
        return {one["goal"]: one for one in found}

    def claim(self, goal: str, target: str, fixture: int, now: datetime) -> MessageDocument | None:
        """The message, which only we may send now; None when it is somebody else's, or was sent."""
        name = f"{goal}/{target}"
        taken = self._messages.find_one_and_update(
            {"_id": name, "state": "free"},
            {"$set": {"state": "claimed", "at": now}},
            return_document=ReturnDocument.AFTER,
        )
        if taken is not None:
            return taken
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

    def note(self, known: MessageDocument, state: MessageState, now: datetime, **facts: Any) -> MessageDocument:
        """How the message stands by now; who serves its target is alone with it."""
        said = {"state": state, "at": now, **facts}
        self._messages.update_one({"_id": known["_id"]}, {"$set": said})
        return cast("MessageDocument", {**known, **said})

    def forget(self, before: datetime) -> None:
        """Removes what was written before that moment."""
        self._messages.delete_many({"at": {"$lt": before}})
