"""Statements of operators: what they did and when, and whether the monitor rests."""

from datetime import datetime
from typing import Any, cast
from uuid import uuid4

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import FixtureDocument
from footy.goals.page.operator import OperatorAction

PAUSE = "pause"
AT_MOST = 100


@translate_errors
class OperatorLog:
    """The book of actions, and the one switch."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._actions = cast("Collection[dict[str, Any]]", database["actions"])
        self._switches = cast("Collection[dict[str, Any]]", database["leases"])

    def note(self, action: OperatorAction) -> None:
        """Who did what, when, to what, and what came of it."""
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
        """The last ones, the newest first."""
        found = self._actions.find({}).sort("at", -1).limit(AT_MOST)
        return [OperatorAction(one["who"], one["what"], one["about"], one["at"], one["outcome"]) for one in found]

    def pause(self, who: str, at: datetime) -> None:
        """No tick begins until somebody lets them go on."""
        self._switches.update_one({"_id": PAUSE}, {"$set": {"paused": True, "who": who, "at": at}}, upsert=True)

    def resume(self, who: str, at: datetime) -> None:
        """Ticks go on."""
        self._switches.update_one({"_id": PAUSE}, {"$set": {"paused": False, "who": who, "at": at}}, upsert=True)

    def paused(self) -> bool:
        """Whether the monitor rests because somebody said so."""
        found = self._switches.find_one({"_id": PAUSE})
        return bool(found and found["paused"])
