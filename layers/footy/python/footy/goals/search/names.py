"""Names of a player to search for (S11, S13)."""

import re
from collections.abc import Iterable, Sequence

from footy.core.text import ascii_of
from footy.goals.search.korean import family_name
from footy.goals.search.vocabulary import COMMON_GIVEN, NICKNAMES, PARTICLES, SUFFIXES

SEARCHABLE = 4
SHORT_SURNAME = 3

_INITIAL = re.compile(r"[A-Za-z]|[A-Za-z]{1,4}\.")
_GLUED_INITIAL = re.compile(r"\.(?=\w)")
_ELISION = re.compile(r"\b[A-Za-z]{1,4}'(?=[A-Z][a-z]{2})")  # O'Brien, N'Golo, Dell'Orco
_CLOSED = re.compile(r"\b(?:[NM]'|Mac |Mc )(?=[A-Z][a-z]{2})")  # also written as one word: Ndicka, MacAllister


def player_names(name: str, *, most: int = 3) -> tuple[str, ...]:
    """Return the words of a name to search for, in order; none when it has no letters."""
    tokens = [token for token in _tokens(name) if not _INITIAL.fullmatch(token)] or _tokens(name)
    if family := family_name(tokens):
        return (family,)
    words = _unless_empty(_words(tokens), without=PARTICLES | SUFFIXES)
    surnames = _without_common_given(_distinct(_long_enough(words, tokens) or words))
    nickname = NICKNAMES.get(" ".join(words).lower())
    return _at_most(most, _distinct([*_one_word_forms(name), *surnames, *([nickname] if nickname else [])]))


def _one_word_forms(name: str) -> list[str]:
    """Return the one-word forms of two-part names: Ndicka for N'Dicka, MacAllister for Mac Allister."""
    plain = ascii_of(name)
    parts = (plain[match.start() :].split()[: 1 + match[0].count(" ")] for match in _CLOSED.finditer(plain))
    closed = (re.sub(r"[^A-Za-z]", "", "".join(part)) for part in parts)
    return [word if word.startswith("M") and "'" not in plain else word.capitalize() for word in closed]


def _tokens(name: str) -> list[str]:
    plain = _GLUED_INITIAL.sub(". ", ascii_of(name))
    joined = _ELISION.sub("", plain).replace("'", "")
    return [token for token in re.sub(r"[^A-Za-z.\- ]+", " ", joined).split() if any(c.isalpha() for c in token)]


def _words(tokens: Iterable[str]) -> list[str]:
    return [word for token in tokens for word in re.split(r"[.\-]+", token) if word]


def _unless_empty(words: Sequence[str], *, without: frozenset[str]) -> list[str]:
    return [word for word in words if word.lower() not in without] or list(words)


def _long_enough(words: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """Return the words of four letters or more, and a short surname next to them."""
    if not any(len(word) >= SEARCHABLE for word in words):
        return []
    surname = words[-1] if len(words[-1]) >= SHORT_SURNAME and "-" not in tokens[-1] else None
    return [word for word in words if len(word) >= SEARCHABLE or word == surname]


def _without_common_given(words: Sequence[str]) -> list[str]:
    """Drop common given names before the surname, which is the last word."""
    return [word for word in words[:-1] if word.lower() not in COMMON_GIVEN] + list(words[-1:])


def _distinct(words: Iterable[str]) -> list[str]:
    return list({word.lower(): word for word in words}.values())


def _at_most(most: int, words: Sequence[str]) -> tuple[str, ...]:
    """Keep the first word (Brazilian players) and the last ones (everybody else)."""
    return tuple(words) if len(words) <= most else (words[0], *words[len(words) - most + 1 :])
