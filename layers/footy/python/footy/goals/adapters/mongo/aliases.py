"""Adapter of `team_aliases`: the cache of team aliases."""

from datetime import datetime, timedelta
from typing import Any, cast

from pymongo.collection import Collection
from pymongo.database import Database

from footy.core.mongo.failures import translate_errors
from footy.goals.model.documents import AliasDocument, FixtureDocument


@translate_errors
class Aliases:
    """Cache of team aliases."""

    def __init__(self, database: Database[FixtureDocument], *, fallback_lasts: timedelta) -> None:
        self._teams = cast("Collection[Any]", database["team_aliases"])
        self._fallback_lasts = fallback_lasts

    def find(self, team_id: int, now: datetime) -> AliasDocument | None:
        """Return the aliases of a team; None when they are unknown or an expired fallback."""
        youngest = now - self._fallback_lasts
        valid = [{"source": "wikidata"}, {"resolved_at": {"$gt": youngest}}]
        return cast("AliasDocument | None", self._teams.find_one({"_id": team_id, "$or": valid}))

    def save(self, document: AliasDocument) -> None:
        self._teams.replace_one({"_id": document["_id"]}, document, upsert=True)
