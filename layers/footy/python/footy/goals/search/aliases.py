"""Aliases of a team: cleaned and ranked names, the API's own first (A4, A5, A7)."""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from footy.core.text import ascii_of
from footy.goals.search.vocabulary import FAN_WORDS, GENERIC

Source = Literal["own", "short", "label", "nickname", "country", "demonym", "alias"]
WEIGHTS: dict[Source, int] = {
    "own": 6, "short": 5, "label": 4, "nickname": 3, "country": 3, "demonym": 2, "alias": 1
}  # fmt: skip

LEAST_LETTERS = 3
_DOTTED = re.compile(r"\b(?:[A-Za-z]\.){2,}")
_COMPOUND = re.compile(r"[a-z][A-Z]|[A-Z]{2,}[a-z]{2}")
_GAELIC = re.compile(r"(?:Mc|Mac)[A-Z][a-z]+")


@dataclass(frozen=True, slots=True)
class TeamName:
    """A name of a team with its source."""

    text: str
    source: Source


def team_aliases(own: str, names: Iterable[TeamName], *, most: int = 10, longest: int = 40) -> tuple[str, ...]:
    """Return the team's own name, then the words of all names by rank (A5, A7)."""
    first = plain(own)
    scores: dict[str, int] = defaultdict(int)
    spelling_of: dict[str, str] = {}
    fans = {word.lower(): word for word in FAN_WORDS.get(first.lower(), ())}
    ranked_names = [TeamName(own, "own"), *sorted(names, key=lambda name: (-WEIGHTS[name.source], name.text))]
    for name in ranked_names:
        for word in _terms(name, longest, fans):
            scores[word.lower()] += WEIGHTS[name.source]
            spelling_of.setdefault(word.lower(), word)
    for word, spelling in fans.items():
        scores[word] += WEIGHTS["short"]
        spelling_of.setdefault(word, spelling)
    scores.pop(first.lower(), None)
    ranked = sorted(scores, key=lambda word: -scores[word])
    return (first, *(spelling_of[word] for word in ranked))[:most]


def plain(name: str) -> str:
    """Return a name in ASCII letters and digits, with dotted initials joined (F.C. -> FC)."""
    joined = _DOTTED.sub(lambda initials: initials.group().replace(".", "") + " ", ascii_of(name)).replace("'", "")
    return " ".join(re.findall(r"[A-Za-z0-9]+", joined))


def _terms(name: TeamName, longest: int, fans: Container[str]) -> Iterator[str]:
    text = plain(name.text)
    if len(text) > longest:
        return
    if name.source == "country":
        yield text
        return
    words = [word for word in text.split() if _is_word(word)]
    meaningful = [word for word in words if word.lower() in fans or word.lower() not in GENERIC]
    yield from dict.fromkeys(meaningful or _longest(words, name.source))


def _longest(words: list[str], source: Source) -> list[str]:
    """Return the longest word of an own name that has only generic words ("Athletic Club")."""
    return [max(words, key=len)] if words and source == "own" else []


def _is_word(word: str) -> bool:
    compound = _COMPOUND.search(word) and not _GAELIC.fullmatch(word)
    return len(word) >= LEAST_LETTERS and not word.isdigit() and not compound
