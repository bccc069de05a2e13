"""Adapter of `actions` and of the pause switch."""

from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import FixtureDocument
from footy.goals.page.operator import OperatorAction

PAUSE = "pause"
LOG_LENGTH = 100


@translate_errors
class OperatorLog:
    """Log of operator actions, and the pause switch."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._actions = cast("Collection[dict[str, Any]]", database["actions"])
        self._switches = cast("Collection[dict[str, Any]]", database["leases"])

    def note(self, action: OperatorAction) -> None:
        self._actions.insert_one(
            {
                "_id": uuid4().hex,
                "who": action.who,
                "what": action.what,
                "about": action.about,
                "at": action.at,
                "outcome": action.outcome,
            }
        )

    def actions(self) -> list[OperatorAction]:
        """Return the last actions, newest first."""
        documents = self._actions.find({}).sort("at", -1).limit(LOG_LENGTH)
        return [OperatorAction(one["who"], one["what"], one["about"], one["at"], one["outcome"]) for one in documents]

    def pause(self, who: str, at: datetime) -> None:
        """Pause the monitor until `resume`."""
        self._switches.update_one({"_id": PAUSE}, {"$set": {"paused": True, "who": who, "at": at}}, upsert=True)

    def resume(self, who: str, at: datetime) -> None:
        self._switches.update_one({"_id": PAUSE}, {"$set": {"paused": False, "who": who, "at": at}}, upsert=True)

    def paused(self) -> bool:
        switch = self._switches.find_one({"_id": PAUSE})
        return bool(switch and switch["paused"])
