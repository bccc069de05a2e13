"""How a fixture goes from one collection to the next: copied if absent, then deleted if nobody wrote it meanwhile.

A crash in between leaves both, never none, and the next tick goes on: fixtures/moving.py tells it which is which.
"""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from pymongo import DeleteOne, InsertOne, ReplaceOne
from pymongo.database import Database

from footy.adapters.mongo.duplicates import only_duplicates
from footy.adapters.mongo.failures import translates_failures
from footy.adapters.mongo.outlines import OUTLINE
from footy.adapters.mongo.revisions import at_revision, unwritten
from footy.fixtures.moving import Condition, Verdict, copy_of, is_outdated, verdict
from footy.model.documents import FixtureDocument
from footy.model.places import PLACES, Place, collection_of

ROUNDS = 5


@translates_failures
class Moves:
    """Moves between `fixtures_staging`, `fixtures_active` and `fixtures_completed`, many in a few round trips."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._places = {place: database[collection_of(place)] for place in PLACES}

    def move(
        self, ids: Collection[int], source: Place, target: Place, now: datetime, *, only_if: Condition | None = None
    ) -> set[int]:
        """Moves what is at `source` and still meets the condition; answers which of them are there no more."""
        for _ in range(ROUNDS):
            originals = self._originals(ids, source, target, only_if)
            if not originals:
                break
            copies = self._copies(originals, target, now)
            verdicts = {_id: verdict(originals[_id], source, copy, target) for _id, copy in copies.items()}
            self._mend(originals, copies, verdicts, target, now)
            leaving = [originals[_id] for _id, said in verdicts.items() if said == "leave"]
            if self._delete(leaving, source) == len(ids):
                return set(ids)
        return set(ids) - {left["_id"] for left in self._places[source].find({"_id": {"$in": list(ids)}}, {"_id": 1})}

    def _originals(
        self, ids: Collection[int], source: Place, target: Place, only_if: Condition | None
    ) -> dict[int, FixtureDocument]:
        """What is to be moved; one whose reason is gone stays, and takes its copy back."""
        found = {document["_id"]: document for document in self._places[source].find({"_id": {"$in": list(ids)}})}
        staying = {_id: document for _id, document in found.items() if only_if is not None and not only_if(document)}
        if staying:
            self._withdraw(staying, target)
        return {_id: document for _id, document in found.items() if _id not in staying}

    def _withdraw(self, originals: Mapping[int, FixtureDocument], target: Place) -> None:
        """Only outdated copies: no move that trusted one of them can still delete its original."""
        copies = self._places[target].find({"_id": {"$in": list(originals)}}, OUTLINE)
        self._delete([copy for copy in copies if is_outdated(copy, originals[copy["_id"]])], target)

    def _copies(
        self, originals: Mapping[int, FixtureDocument], target: Place, now: datetime
    ) -> dict[int, FixtureDocument]:
        """The outlines of the documents at the target, put there where they were absent."""
        place = self._places[target]
        with only_duplicates():
            place.bulk_write(
                [InsertOne(copy_of(original, target, now)) for original in originals.values()], ordered=False
            )
        return {head["_id"]: head for head in place.find({"_id": {"$in": list(originals)}}, OUTLINE)}

    def _mend(
        self,
        originals: Mapping[int, FixtureDocument],
        copies: Mapping[int, FixtureDocument],
        verdicts: Mapping[int, Verdict],
        target: Place,
        now: datetime,
    ) -> None:
        """Copies that are out of date are copied anew, strangers from the past are removed."""
        repairs: list[Any] = []
        for _id, said in verdicts.items():
            guard = at_revision(_id, copies[_id].get("_written"))
            if said == "refresh":
                repairs.append(ReplaceOne(guard, copy_of(originals[_id], target, now)))
            elif said == "discard":
                repairs.append(DeleteOne(guard))
        if repairs:
            self._places[target].bulk_write(repairs, ordered=False)

    def _delete(self, originals: Collection[FixtureDocument], source: Place) -> int:
        if not originals:
            return 0
        return self._places[source].bulk_write(unwritten(originals), ordered=False).deleted_count
