"""Finding players, teams and leagues by a few letters of their names, accents or not."""

from collections.abc import Iterable, Sequence

from footy.core.text import ascii_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.page.schemas import SearchHit

LEAST_LETTERS = 2
AT_MOST = 20


def normalized(text: str) -> str:
    """A name as it is compared: plain letters, small, one space between words."""
    return " ".join(ascii_of(text).casefold().replace("-", " ").split())


def matches_name(query: str, name: str) -> bool:
    """Whether a word of the name begins with what was asked for, or the name holds all of it."""
    wanted, said = normalized(query), normalized(name)
    return bool(wanted) and (f" {wanted}" in f" {said}" or (len(wanted) > LEAST_LETTERS and wanted in said))


def players(query: str, documents: Iterable[FixtureDocument]) -> list[str]:
    """Scorers of that name."""
    names = (scorer_in(event) for document in documents for event in document.get("events", []))
    return sorted({name for name in names if name and matches_name(query, name)})[:AT_MOST]


def scorer_in(event: EventDocument) -> str:
    """The scorer's name, if the API knows it."""
    return event["player"].get("name") or ""


def teams(query: str, documents: Iterable[FixtureDocument]) -> list[SearchHit]:
    """Sides of that name."""
    sides = (side for document in documents for side in document["teams"].values())
    return _named(query, [(side.get("id"), side.get("name")) for side in sides])


def leagues(query: str, documents: Iterable[FixtureDocument]) -> list[SearchHit]:
    """Leagues of that name."""
    known = ((document.get("league") or {}) for document in documents)
    return _named(query, [(league.get("id"), league.get("name")) for league in known])


def _named(query: str, pairs: Sequence[tuple[int | None, str | None]]) -> list[SearchHit]:
    found = {_id: name for _id, name in pairs if _id and name and matches_name(query, name)}
    return [SearchHit(_id, name) for _id, name in sorted(found.items(), key=lambda one: normalized(one[1]))][:AT_MOST]
