"""Statements on `team_aliases`: what people call a team, kept until it is refreshed."""

from datetime import datetime, timedelta
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import AliasDocument, FixtureDocument


@translate_errors
class Aliases:
    """The cache of team aliases."""

    def __init__(self, database: Database[FixtureDocument], *, fallback_lasts: timedelta) -> None:
        self._teams = cast("Collection[Any]", database["team_aliases"])
        self._fallback_lasts = fallback_lasts

    def find(self, team_id: int, now: datetime) -> AliasDocument | None:
        """What is known of a team; a fallback that has aged is none."""
        youngest = now - self._fallback_lasts
        lasting = [{"source": "wikidata"}, {"resolved_at": {"$gt": youngest}}]
        return cast("AliasDocument | None", self._teams.find_one({"_id": team_id, "$or": lasting}))

    def save(self, document: AliasDocument) -> None:
        """Puts what was found in the place of what was known."""
        self._teams.replace_one({"_id": document["_id"]}, document, upsert=True)
