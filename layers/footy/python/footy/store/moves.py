"""How a fixture goes from one collection to the next: copied if absent, then deleted if nobody wrote it meanwhile.

A crash in between leaves both, never none, and the next tick goes on. Each copy carries the ids of the moves that
led to it, so that of two documents of one fixture it can be told which came from which, and one that a late tick
brought back from the past is known for what it is.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, cast
from uuid import uuid4

from pymongo import DeleteOne, InsertOne, ReplaceOne
from pymongo.database import Database

from footy.fixtures.activation import entering
from footy.fixtures.status import Home
from footy.store.documents import FixtureDocument
from footy.store.duplicates import only_duplicates
from footy.store.heads import HEAD
from footy.store.stamp import written_as

HOMES: tuple[Home, ...] = ("staging", "active", "completed")
WAYS: tuple[tuple[Home, Home], ...] = (("staging", "active"), ("active", "completed"), ("staging", "completed"))
ROUNDS = 5

Verdict = Literal["leave", "refresh", "discard"]
Condition = Callable[[FixtureDocument], bool]


@dataclass(frozen=True, slots=True)
class Halfway:
    """A fixture that is in two collections, and where it was going; one that is no copy came from the past."""

    fixture_id: int
    source: Home
    target: Home
    is_copy: bool


class Moves:
    """Moves between `fixtures_staging`, `fixtures_active` and `fixtures_completed`, many in a few round trips."""

    def __init__(self, database: Database[FixtureDocument]) -> None:
        self._homes = {home: database[f"fixtures_{home}"] for home in HOMES}

    def move(
        self, ids: Collection[int], source: Home, target: Home, now: datetime, *, only_if: Condition | None = None
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
        return set(ids) - {left["_id"] for left in self._homes[source].find({"_id": {"$in": list(ids)}}, {"_id": 1})}

    def _originals(
        self, ids: Collection[int], source: Home, target: Home, only_if: Condition | None
    ) -> dict[int, FixtureDocument]:
        """What is to be moved; one whose reason is gone stays, and takes its copy back."""
        found = {document["_id"]: document for document in self._homes[source].find({"_id": {"$in": list(ids)}})}
        staying = {_id: document for _id, document in found.items() if only_if is not None and not only_if(document)}
        if staying:
            self._withdraw(staying, target)
        return {_id: document for _id, document in found.items() if _id not in staying}

    def _withdraw(self, originals: Mapping[int, FixtureDocument], target: Home) -> None:
        """Only outdated copies: no move that trusted one of them can still delete its original."""
        copies = self._homes[target].find({"_id": {"$in": list(originals)}}, HEAD)
        self._delete([copy for copy in copies if _is_outdated(copy, originals[copy["_id"]])], target)

    def _copies(
        self, originals: Mapping[int, FixtureDocument], target: Home, now: datetime
    ) -> dict[int, FixtureDocument]:
        """The heads of the documents at the target, put there where they were absent."""
        home = self._homes[target]
        with only_duplicates():
            home.bulk_write(
                [InsertOne(copy_of(original, target, now)) for original in originals.values()], ordered=False
            )
        return {head["_id"]: head for head in home.find({"_id": {"$in": list(originals)}}, HEAD)}

    def _mend(
        self,
        originals: Mapping[int, FixtureDocument],
        copies: Mapping[int, FixtureDocument],
        verdicts: Mapping[int, Verdict],
        target: Home,
        now: datetime,
    ) -> None:
        """Copies that are out of date are copied anew, strangers from the past are removed."""
        repairs: list[Any] = []
        for _id, said in verdicts.items():
            guard = written_as(_id, copies[_id].get("_written"))
            if said == "refresh":
                repairs.append(ReplaceOne(guard, copy_of(originals[_id], target, now)))
            elif said == "discard":
                repairs.append(DeleteOne(guard))
        if repairs:
            self._homes[target].bulk_write(repairs, ordered=False)

    def _delete(self, originals: Collection[FixtureDocument], source: Home) -> int:
        if not originals:
            return 0
        unwritten = [DeleteOne(written_as(document["_id"], document.get("_written"))) for document in originals]
        return self._homes[source].bulk_write(unwritten, ordered=False).deleted_count


def halfway(at: Mapping[Home, Mapping[int, FixtureDocument]]) -> list[Halfway]:
    """The moves that stopped between their two steps, given the heads of each collection."""
    found: list[Halfway] = []
    for here, there in WAYS:
        for fixture_id in at[here].keys() & at[there].keys():
            forward = _further(at[there][fixture_id], there, at[here][fixture_id], here)
            source, target = (here, there) if forward else (there, here)
            is_copy = is_copy_of(at[target][fixture_id], at[source][fixture_id])
            found.append(Halfway(fixture_id, source, target, is_copy))
    return found


def copy_of(original: FixtureDocument, target: Home, now: datetime) -> FixtureDocument:
    """The document as it arrives; it keeps the mark of what it was copied from."""
    written = original.get("_written")
    arrival = {"_moves": [*original.get("_moves", []), uuid4().hex], "_copy_of": written, "_written": written}
    return cast("FixtureDocument", {**entering(target, original, now), **arrival})


def verdict(original: FixtureDocument, source: Home, copy: FixtureDocument, target: Home) -> Verdict:
    """Whether the original can go, the copy has to be made anew, or the copy is not one at all."""
    if not is_copy_of(copy, original):
        return "leave" if _further(copy, target, original, source) else "discard"
    if copy.get("_copy_of") == original.get("_written"):
        return "leave"
    # whoever writes a goal looks among the active fixtures first: while it is there, that one is the truth
    return "refresh" if _is_outdated(copy, original) or source == "active" else "leave"


def is_copy_of(copy: FixtureDocument, original: FixtureDocument) -> bool:
    """Whether one move leads from the original, as it is or was, to the copy."""
    moves = copy.get("_moves", [])
    return bool(moves) and moves[:-1] == original.get("_moves", [])


def _is_outdated(copy: FixtureDocument, original: FixtureDocument) -> bool:
    """A copy that nobody wrote, of what the original was before somebody wrote that."""
    untouched = copy.get("_written") == copy.get("_copy_of")
    return is_copy_of(copy, original) and untouched and copy.get("_copy_of") != original.get("_written")


def _further(one: FixtureDocument, here: Home, other: FixtureDocument, there: Home) -> bool:
    """Which of two documents of a fixture came further; with equally many moves, the later collection."""
    reach = (len(one.get("_moves", [])), HOMES.index(here))
    return reach > (len(other.get("_moves", [])), HOMES.index(there))
