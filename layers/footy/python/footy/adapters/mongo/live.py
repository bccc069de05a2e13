"""Statements on `fixtures_live`: what the API said last of each fixture, as it said it."""

from collections.abc import Iterable
from datetime import datetime
from typing import cast

import bson
from bson.errors import BSONError
from pymongo import ReplaceOne
from pymongo.database import Database

from footy.adapters.mongo.duplicates import only_duplicates
from footy.adapters.mongo.failures import translates_failures
from footy.fixtures.rows import Body
from footy.model.documents import FixtureDocument


@translates_failures
class Live:
    """Overwritten by every poll; nothing is decided from it."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._fixtures = database["fixtures_live"]

    def write(self, bodies: Iterable[Body], moment: datetime) -> None:
        """Keeps the raw bodies, unless a later poll was here first."""
        replacements = [
            ReplaceOne(
                {"_id": body.id, "_last_monitor": {"$lte": moment}},
                cast("FixtureDocument", {**body.raw, "_id": body.id, "_last_monitor": moment}),
                upsert=True,
            )
            for body in bodies
        ]
        if replacements:
            with only_duplicates():
                self._fixtures.bulk_write(replacements, ordered=False)

    def forget(self, ids: Iterable[int]) -> None:
        """Removes what is no longer polled."""
        self._fixtures.delete_many({"_id": {"$in": list(ids)}})


def storable(body: Body) -> bool:
    """Whether MongoDB can hold it: JSON knows larger numbers and stranger texts."""
    try:
        bson.encode(body.raw)
    except (BSONError, OverflowError, UnicodeError):
        return False
    return True
