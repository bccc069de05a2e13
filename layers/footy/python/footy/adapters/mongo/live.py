"""Statements on `fixtures_live`: what the API said last of each fixture, as it said it."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import cast

import bson
from bson.errors import BSONError
from bson.raw_bson import RawBSONDocument
from pymongo import ReplaceOne
from pymongo.database import Database

from footy.adapters.mongo.duplicates import only_duplicates
from footy.adapters.mongo.failures import translates_failures
from footy.fixtures.activation import facts_of
from footy.fixtures.rows import Body
from footy.model.documents import FixtureDocument

OURS = frozenset({"_id", "_last_monitor"})
# a document is its length, its fields one after the other, and a nought
LENGTH = 4


class Encoded(RawBSONDocument):
    """What goes to the database as it is; asked whether there is anything in it, its parent would take it apart."""

    def __bool__(self) -> bool:
        return True


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
                cast("FixtureDocument", _polled(body, moment)),
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


def encoded(body: Body) -> Body | None:
    """With its raw body as MongoDB keeps it; None where it cannot: JSON knows larger numbers and stranger texts."""
    try:
        return replace(body, encoded=_encode(body), raw=facts_of(body))
    except (BSONError, OverflowError, UnicodeError):
        return None


def _encode(body: Body) -> bytes:
    return bson.encode({name: told for name, told in body.raw.items() if name not in OURS})


def _polled(body: Body, moment: datetime) -> Encoded:
    """The raw body, which is large and encoded once, with what we know of it put before its first field."""
    ours = bson.encode({"_id": body.id, "_last_monitor": moment})
    fields = ours[LENGTH:-1] + (body.encoded or _encode(body))[LENGTH:]
    return Encoded((LENGTH + len(fields)).to_bytes(LENGTH, "little") + fields)
