"""Score of a match among the texts of a picture: two numbers between two sides."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from eyes.scoreboard import NOTHING, Word

NEAR = 6.0
"""Largest gap between the parts of a score, in heights of their text."""
LONGEST_SIDE = 12

_SIDE = r"[^\W\d_][^\W\d_.]*(?:[^\W\d_])"
_SCORE = re.compile(
    rf"""(?P<left>{_SIDE})?\s*(?<![\d:.+'\-–—])(?P<first>\d{{1,2}})
    \s?(?:[-–—−]|\s:\s|:(?!\d\d))\s?
    (?P<second>\d{{1,2}})(?![\d:.'+\-–—])\s*(?P<right>{_SIDE})?""",
    re.VERBOSE,
)
_BRACKETS = re.compile(r"[(\[{（][^)\]}）]*[)\]}）]?|\d{1,2}\s?[-–—]\s?\d{1,2}\s?[)\]}）]")
_NUMBER = re.compile(r"\d{1,2}")
_NO_SIDE = re.compile(r"HT|FT|A?ET|LIVE|VAR|HALF|TIME|(?:HALF|FULL)-?TIME", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _FoundScore:
    """Score with the sides next to it."""

    first: str
    second: str
    home: str
    away: str

    @property
    def sides(self) -> int:
        return bool(self.home) + bool(self.away)

    @property
    def text(self) -> str:
        return f"{self.home} {int(self.first)}-{int(self.second)} {self.away}".strip()


def scoreline(words: Sequence[Word]) -> str:
    """Return the score with the most sides next to it, as written, or NONE.

    Numbers in brackets are an aggregate or a shoot-out; a single number is incomplete.
    """
    plain = [word for word in words if word.text.strip()]
    scores = [*_in_one_text(plain), *_in_a_row(plain)]
    most = max((score.sides for score in scores), default=0)
    best = list(dict.fromkeys(score.text for score in scores if score.sides == most))
    if not best or (most == 0 and len(best) > 1):
        return NOTHING
    return best[0]


def _in_one_text(words: Sequence[Word]) -> Iterator[_FoundScore]:
    """Yield scores such as `0-0`, with sides in the same or a neighbouring text."""
    for word in words:
        for match in _SCORE.finditer(_BRACKETS.sub(" ", word.text)):
            before, after = _sides_of(word, words)
            yield _FoundScore(
                match["first"],
                match["second"],
                _side(match["left"] or "") or before,
                _side(match["right"] or "") or after,
            )


def _in_a_row(words: Sequence[Word]) -> Iterator[_FoundScore]:
    """Yield two numbers between two sides, as two texts or as one text that lost its dash."""
    for start in words:
        row = list(_rightwards(start, words))
        texts = [word.text.strip() for word in row[:4]]
        if len(texts) == 4 and _side(texts[0]) and _side(texts[3]) and all(map(_NUMBER.fullmatch, texts[1:3])):  # noqa: PLR2004
            yield _FoundScore(texts[1], texts[2], _side(texts[0]), _side(texts[3]))
        elif len(texts) >= 3 and _side(texts[0]) and _side(texts[2]) and re.fullmatch(r"\d\d", texts[1]):  # noqa: PLR2004
            yield _FoundScore(texts[1][0], texts[1][1], _side(texts[0]), _side(texts[2]))


def _rightwards(word: Word, words: Sequence[Word]) -> Iterator[Word]:
    """Yield the word and those that follow it closely in its row, each once."""
    remaining = list(words)
    while word in remaining:
        yield word
        remaining.remove(word)
        following = [other for other in remaining if other.left >= word.right - word.height / 2 and _close(word, other)]
        word = min(following, key=lambda other: other.left, default=word)


def _sides_of(word: Word, words: Sequence[Word]) -> tuple[str, str]:
    """Return the sides in the nearest texts to the left and right."""
    before = [other for other in words if other.right <= word.left + word.height / 2 and _close(other, word)]
    after = [other for other in words if other.left >= word.right - word.height / 2 and _close(word, other)]
    previous = max(before, key=lambda other: other.right, default=None)
    following = min(after, key=lambda other: other.left, default=None)
    return _side(previous.text if previous else ""), _side(following.text if following else "")


def _close(one: Word, other: Word) -> bool:
    if one is other:
        return False
    same_row = abs(one.top + one.bottom - other.top - other.bottom) < min(one.height, other.height)
    return same_row and other.left - one.right < NEAR * min(one.height, other.height)


def _side(text: str) -> str:
    """Return a side's name, or nothing; only whole words such as LIVE are excluded, not LIVERPOOL."""
    name = text.strip(" .,:;|-'\"")
    if len(name) < 2 or not any(map(str.isalpha, name)) or any(map(str.isdigit, name)):  # noqa: PLR2004
        return ""
    return "" if any(map(_NO_SIDE.fullmatch, name.split())) else name[:LONGEST_SIDE].strip()
