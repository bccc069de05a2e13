"""Statements on whole collections: every document as a line of text, and back.

Extended JSON in its canonical form: what is read back is what was written, to the type of each number.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, cast

from bson import json_util
from pymongo import InsertOne
from pymongo.database import Database

from footy.core.mongo.failures import ignore_duplicates, translate_errors
from footy.goals.model.collections import FIXTURE_COLLECTIONS, collection_of
from footy.goals.model.documents import FixtureDocument

FIXTURES = tuple(map(collection_of, FIXTURE_COLLECTIONS))
# In the order in which fixtures move: one that moves meanwhile is copied twice rather than not at all, and which of
# the two is meant a tick finds out as it does after any move that stopped half-way. Leases are not worth keeping:
# without them the next ingest and the next tick simply run.
COLLECTIONS = (*FIXTURES, "fixtures_live", "team_aliases", "paid_posts", "images", "organizations", "actions")
AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class DumpPage:
    """Some documents as lines, and after which one to go on; None at the end."""

    lines: list[bytes]
    last: object | None


@translate_errors
class Dump:
    """The database as text."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._database = cast("Database[dict[str, Any]]", database)

    def page(self, collection: str, after: object | None = None) -> DumpPage:
        """The next documents of a collection, by their ids."""
        wanted = {} if after is None else {"_id": {"$gt": after}}
        documents = list(self._database[collection].find(wanted).sort("_id", 1).limit(AT_ONCE))
        more = len(documents) == AT_ONCE
        lines = [json_util.dumps(one, json_options=json_util.CANONICAL_JSON_OPTIONS).encode() for one in documents]
        return DumpPage(lines, documents[-1]["_id"] if more else None)

    def fixtures(self) -> set[int]:
        """The fixtures that are anywhere."""
        return {one["_id"] for name in FIXTURES for one in self._database[name].find({}, {"_id": 1})}

    def restore(self, collection: str, lines: Iterable[bytes], *, known: Collection[int]) -> int:
        """Adds what is not there; a fixture that is anywhere has gone on since, and stays as it is."""
        documents = (json_util.loads(line, json_options=json_util.CANONICAL_JSON_OPTIONS) for line in lines)
        if collection.startswith("fixtures_"):
            documents = (document for document in documents if document["_id"] not in known)
        added = 0
        while some := list(islice(documents, AT_ONCE)):
            added += self._add(collection, some)
        return added

    def _add(self, collection: str, documents: list[dict[str, Any]]) -> int:
        here = self._database[collection]
        wanted = {"_id": {"$in": [document["_id"] for document in documents]}}
        present = {one["_id"] for one in here.find(wanted, {"_id": 1})}
        absent = [InsertOne(document) for document in documents if document["_id"] not in present]
        if absent:
            with ignore_duplicates():
                here.bulk_write(absent, ordered=False)
        return len(absent)
