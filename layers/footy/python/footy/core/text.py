"""Texts as other systems take them: plain ASCII, short slugs, times in UTC."""

import hashlib
import re
import unicodedata
from datetime import UTC, datetime

SLUG_LENGTH = 30

_LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i", "ð": "d", "þ": "th", "ŋ": "ng", "ĸ": "k", "ə": "e", "ɛ": "e", "ɔ": "o",
    "ŀ": "l",
    "’": "'", "‘": "'", "ʼ": "'", "ʻ": "'", "´": "'", "`": "'", "′": "'",
    "‐": "-", "‒": "-", "–": "-", "—": "-", "−": "-",
}  # fmt: skip
_CAPITALS = {key.upper(): text.capitalize() for key, text in _LETTERS.items() if len(key.upper()) == 1}
_PLAIN = str.maketrans({"ẞ": "SS", **_CAPITALS, **_LETTERS})

_VARIANT = re.compile(r"LATIN (SMALL|CAPITAL) LETTER ([A-Z]) WITH .+")  # stroke, hook, bar: no accent to take off


def ascii_of(text: str) -> str:
    """The text in plain ASCII: accents off, letters that have none spelled out, what is left dropped."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.translate(_PLAIN)) if not unicodedata.combining(c))
    return "".join(map(_base, bare.translate(_PLAIN))).encode("ascii", "ignore").decode()


def _base(letter: str) -> str:
    """The letter that a variant is one of, by its name."""
    found = None if letter.isascii() else _VARIANT.fullmatch(unicodedata.name(letter, ""))
    if found is None:
        return letter
    return found[2] if found[1] == "CAPITAL" else found[2].lower()


def slug(name: str) -> str:
    """A name as part of an id: stable, short, and nothing in it that a name of an execution may not hold."""
    plain = re.sub(r"[^a-z0-9]+", "-", ascii_of(name).lower()).strip("-")[:SLUG_LENGTH].rstrip("-")
    if any(letter.isalpha() for letter in plain):
        return plain
    return "x" + hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()[:8]


def iso(moment: datetime) -> str:
    """The one way times are written in ids: UTC, whole seconds, `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
