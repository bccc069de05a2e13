"""Statements for fixtures that are new: known nowhere, inserted where they belong."""

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from pymongo import InsertOne
from pymongo.database import Database

from footy.adapters.mongo.duplicates import only_duplicates
from footy.adapters.mongo.failures import translates_failures
from footy.adapters.mongo.revisions import new_revision
from footy.model.documents import FixtureDocument
from footy.model.places import PLACES, Place, collection_of


@translates_failures
class Arrivals:
    """A fixture that is anywhere already is left as it is."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = {place: database[collection_of(place)] for place in PLACES}

    def known(self, ids: Collection[int]) -> set[int]:
        """Those of these ids that some collection has."""
        wanted = {"_id": {"$in": list(ids)}}
        return {fixture["_id"] for place in self._places.values() for fixture in place.find(wanted, {"_id": 1})}

    def insert(self, fixtures: Mapping[Place, Iterable[FixtureDocument]]) -> None:
        """Adds each to its collection; one that came in between stays."""
        for place, documents in fixtures.items():
            inserts = [InsertOne(cast("FixtureDocument", {**document, **new_revision()})) for document in documents]
            if inserts:
                with only_duplicates():
                    self._places[place].bulk_write(inserts, ordered=False)
