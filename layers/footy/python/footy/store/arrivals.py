"""Statements for fixtures that are new: known nowhere, inserted where they belong."""

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from pymongo import InsertOne
from pymongo.database import Database

from footy.fixtures.status import Home
from footy.store.documents import FixtureDocument
from footy.store.duplicates import only_duplicates
from footy.store.moves import HOMES
from footy.store.stamp import stamp


class Arrivals:
    """A fixture that is anywhere already is left as it is."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._homes = {home: database[f"fixtures_{home}"] for home in HOMES}

    def known(self, ids: Collection[int]) -> set[int]:
        """Those of these ids that some collection has."""
        wanted = {"_id": {"$in": list(ids)}}
        return {fixture["_id"] for home in self._homes.values() for fixture in home.find(wanted, {"_id": 1})}

    def insert(self, fixtures: Mapping[Home, Iterable[FixtureDocument]]) -> None:
        """Adds each to its collection; one that came in between stays."""
        for home, documents in fixtures.items():
            inserts = [InsertOne(cast("FixtureDocument", {**document, **stamp()})) for document in documents]
            if inserts:
                with only_duplicates():
                    self._homes[home].bulk_write(inserts, ordered=False)
