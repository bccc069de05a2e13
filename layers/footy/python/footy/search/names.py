"""The words under which people post about a scorer."""

import re
from collections.abc import Iterable, Sequence

from footy.model.text import ascii_of
from footy.search.vocabulary import COMMON_GIVEN, PARTICLES, SHORT_FAMILIES, SUFFIXES

SEARCHABLE = 4
SHORT_SURNAME = 3

_INITIAL = re.compile(r"[A-Za-z]|[A-Za-z]{1,4}\.")
_GLUED_INITIAL = re.compile(r"\.(?=\w)")
_ELISION = re.compile(r"\b[A-Za-z]{1,4}'(?=[A-Z][a-z]{2})")  # O'Brien, N'Golo, Dell'Orco


def player_names(name: str, *, most: int = 3) -> tuple[str, ...]:
    """The words of a player's name worth searching for, in their order; none only when nothing can be spelled."""
    tokens = [token for token in _tokens(name) if not _INITIAL.fullmatch(token)] or _tokens(name)
    words = _unless_empty(_words(tokens), without=PARTICLES | SUFFIXES)
    kept = _long_enough(words, tokens) or words
    return _at_most(most, _without_common_given(_distinct(kept)))


def _tokens(name: str) -> list[str]:
    plain = _GLUED_INITIAL.sub(". ", ascii_of(name))
    joined = _ELISION.sub("", plain).replace("'", "")
    return [token for token in re.sub(r"[^A-Za-z.\- ]+", " ", joined).split() if any(c.isalpha() for c in token)]


def _words(tokens: Iterable[str]) -> list[str]:
    return [word for token in tokens for word in re.split(r"[.\-]+", token) if word]


def _unless_empty(words: Sequence[str], *, without: frozenset[str]) -> list[str]:
    return [word for word in words if word.lower() not in without] or list(words)


def _long_enough(words: Sequence[str], tokens: Sequence[str]) -> list[str]:
    """Words of searchable length and a short surname beside them; nothing when no word has the length."""
    if not any(len(word) >= SEARCHABLE for word in words):
        return []
    surname = _short_surname(words, tokens)
    return [word for word in words if len(word) >= SEARCHABLE or word == surname]


def _short_surname(words: Sequence[str], tokens: Sequence[str]) -> str | None:
    """The family name when it is short: the last word, or the first before a hyphenated given name."""
    first, last = words[0], words[-1]
    if "-" in tokens[-1]:
        return first if first.lower() in SHORT_FAMILIES else None
    return last if len(last) >= SHORT_SURNAME else None


def _without_common_given(words: Sequence[str]) -> list[str]:
    """The last word is taken for the surname, whatever it is."""
    return [word for word in words[:-1] if word.lower() not in COMMON_GIVEN] + list(words[-1:])


def _distinct(words: Iterable[str]) -> list[str]:
    return list({word.lower(): word for word in words}.values())


def _at_most(most: int, words: Sequence[str]) -> tuple[str, ...]:
    """The first word (Brazilians go by it) and the last ones (everybody else does)."""
    return tuple(words) if len(words) <= most else (words[0], *words[len(words) - most + 1 :])
