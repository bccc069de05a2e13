"""Text normalisation: ASCII, slugs and ISO times."""

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

_VARIANT = re.compile(
    r"LATIN (SMALL|CAPITAL) LETTER ([A-Z]) WITH .+"
)  # a stroke, hook or bar is not a combining accent


def ascii_of(text: str) -> str:
    """Convert a text to ASCII: strip accents, transliterate other letters, drop the rest."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.translate(_PLAIN)) if not unicodedata.combining(c))
    return "".join(map(_base, bare.translate(_PLAIN))).encode("ascii", "ignore").decode()


def _base(letter: str) -> str:
    """Return the base letter of a variant, found by its Unicode name."""
    match = None if letter.isascii() else _VARIANT.fullmatch(unicodedata.name(letter, ""))
    if match is None:
        return letter
    return match[2] if match[1] == "CAPITAL" else match[2].lower()


def slug(name: str) -> str:
    """Return a name as a stable, short part of an id that execution names allow."""
    plain = re.sub(r"[^a-z0-9]+", "-", ascii_of(name).lower()).strip("-")[:SLUG_LENGTH].rstrip("-")
    if any(letter.isalpha() for letter in plain):
        return plain
    return "x" + hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()[:8]


def iso(moment: datetime) -> str:
    """Format a time as in ids: UTC, whole seconds, `Z`."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
