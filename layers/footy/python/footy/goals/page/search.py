"""Search of players, teams and leagues by letters of their names, with or without accents."""

from collections.abc import Iterable, Sequence

from footy.core.text import ascii_of
from footy.goals.model.documents import EventDocument, FixtureDocument
from footy.goals.page.schemas import SearchHit

LEAST_LETTERS = 2
AT_MOST = 20


def normalized(text: str) -> str:
    """Return a name for comparison: ASCII, lower case, single spaces."""
    return " ".join(ascii_of(text).casefold().replace("-", " ").split())


def matches_name(query: str, name: str) -> bool:
    """Tell whether a word of the name begins with the query, or the name contains it."""
    prefix, text = normalized(query), normalized(name)
    return bool(prefix) and (f" {prefix}" in f" {text}" or (len(prefix) > LEAST_LETTERS and prefix in text))


def players(query: str, documents: Iterable[FixtureDocument]) -> list[str]:
    """Return the scorers that match."""
    names = (scorer_in(event) for document in documents for event in document.get("events", []))
    return sorted({name for name in names if name and matches_name(query, name)})[:AT_MOST]


def scorer_in(event: EventDocument) -> str:
    """Return the name of the scorer, empty if it is unknown."""
    return event["player"].get("name") or ""


def teams(query: str, documents: Iterable[FixtureDocument]) -> list[SearchHit]:
    """Return the teams that match."""
    sides = (side for document in documents for side in document["teams"].values())
    return _matching(query, [(side.get("id"), side.get("name")) for side in sides])


def leagues(query: str, documents: Iterable[FixtureDocument]) -> list[SearchHit]:
    """Return the leagues that match."""
    competitions = ((document.get("league") or {}) for document in documents)
    return _matching(query, [(league.get("id"), league.get("name")) for league in competitions])


def _matching(query: str, pairs: Sequence[tuple[int | None, str | None]]) -> list[SearchHit]:
    names = {_id: name for _id, name in pairs if _id and name and matches_name(query, name)}
    return [SearchHit(_id, name) for _id, name in sorted(names.items(), key=lambda one: normalized(one[1]))][:AT_MOST]
