"""Adapter of whole collections: export as JSON lines, and restore.

Canonical extended JSON keeps the type of every number.
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
# In the order in which fixtures move: one that moves during the export is copied twice rather than never, and the
# next tick resolves it like any interrupted move. Leases are not exported: the next tick creates them.
COLLECTIONS = (*FIXTURES, "fixtures_live", "team_aliases", "paid_posts", "images", "organizations", "actions")
AT_ONCE = 25


@dataclass(frozen=True, slots=True)
class DumpPage:
    """Page of documents as lines, and the last id; None on the last page."""

    lines: list[bytes]
    last: object | None


@translate_errors
class Dump:
    """Database export and import."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._database = cast("Database[dict[str, Any]]", database)

    def page(self, collection: str, after: object | None = None) -> DumpPage:
        """Return the next documents of a collection, by id."""
        query = {} if after is None else {"_id": {"$gt": after}}
        documents = list(self._database[collection].find(query).sort("_id", 1).limit(AT_ONCE))
        more = len(documents) == AT_ONCE
        lines = [json_util.dumps(one, json_options=json_util.CANONICAL_JSON_OPTIONS).encode() for one in documents]
        return DumpPage(lines, documents[-1]["_id"] if more else None)

    def fixtures(self) -> set[int]:
        """Return the ids of all fixtures."""
        return {one["_id"] for name in FIXTURES for one in self._database[name].find({}, {"_id": 1})}

    def restore(self, collection: str, lines: Iterable[bytes], *, existing: Collection[int]) -> int:
        """Insert the documents that are missing; a fixture that exists in any collection stays as it is."""
        documents = (json_util.loads(line, json_options=json_util.CANONICAL_JSON_OPTIONS) for line in lines)
        if collection.startswith("fixtures_"):
            documents = (document for document in documents if document["_id"] not in existing)
        added = 0
        while batch := list(islice(documents, AT_ONCE)):
            added += self._add(collection, batch)
        return added

    def _add(self, collection: str, documents: list[dict[str, Any]]) -> int:
        target = self._database[collection]
        query = {"_id": {"$in": [document["_id"] for document in documents]}}
        present = {one["_id"] for one in target.find(query, {"_id": 1})}
        absent = [InsertOne(document) for document in documents if document["_id"] not in present]
        if absent:
            with ignore_duplicates():
                target.bulk_write(absent, ordered=False)
        return len(absent)
