"""Which of the texts in a picture are the clock of a match, its allowance and its second clock."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

NOTHING = "NONE"
STANDS = frozenset({45, 90, 105, 120})
LATEST_SUB_CLOCK = 30
NEAR = 2.0
"""How far a period may stand from its clock, in heights of the clock."""

_DIGIT = r"[\dOoIl|]"
_PERIOD = re.compile(r"[12]\s?H(?:ALF)?|1\s?ST(?:\s?HALF)?|2\s?ND(?:\s?HALF)?|A?ET", re.IGNORECASE)
_TIME = re.compile(
    rf"""(?<![\w:;.]) (?:(?P<period>{_PERIOD.pattern})\s?)?
    (?P<minute>{_DIGIT}{{1,3}}(?=\s?[:：])|{_DIGIT}{{2,3}}(?=\s?[;.])) \s?[:：;.]\s?
    (?P<second>[0-5OoIl|]{_DIGIT}) (?![\w:;.])""",
    re.VERBOSE | re.IGNORECASE,
)
_COMPOUND = re.compile(r"(?<!\d)(?:45|90|105|120)['’′]?\s?\+\s?\d{1,2}['’′]?(?!\d)")
_SUM = re.compile(r"(?<!\d)(?:45|90|105|120)(?::00)?['’′]?\s?\+\s?\d{1,2}:[0-5]\d(?!\d)")
_MINUTE = re.compile(r"\d{1,3}\s?['’′]")
_ADDED = re.compile(r"(?<![\d'’′])\+\s?\d{1,2}\s?['’′]?(?![\d:.])")
_BREAK = re.compile(r"HT|FT|HALF\s?-?TIME|FULL\s?-?TIME", re.IGNORECASE)
_AS_DIGITS = str.maketrans("OoIiLl|", "0011111")


@dataclass(frozen=True, slots=True)
class Word:
    """A line of text in a picture: how sure the reader is of it, and its box in pixels."""

    text: str
    score: float
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Scoreboard:
    """The texts, each as it is written or NONE; `result` is the score of the match, `score` how sure the clock is."""

    clock: str = NOTHING
    added: str = NOTHING
    stoppage: str = NOTHING
    score: float = 0.0
    result: str = NOTHING

    @property
    def has_clock(self) -> bool:
        return self.clock != NOTHING


@dataclass(frozen=True, slots=True)
class _Time:
    """A time of the shape 12:34 where it was found, with its period when that stands in the same line."""

    text: str
    has_period: bool
    word: Word
    minute: int
    stands: bool


def find(words: Sequence[Word]) -> Scoreboard:
    """The scoreboard in the words of one picture, in the order a person reads them."""
    in_order = sorted(words, key=lambda word: (round(word.top / max(word.height, 1)), word.left))
    if whole := next(_matches(_SUM, in_order), None):
        return Scoreboard(clock=whole[0], score=whole[1].score)
    times = [time for word in in_order for time in _times(word)]
    added = next(_matches(_ADDED, in_order), None)
    if times:
        return _running(times, in_order, added)
    other = next(_whole(in_order), None)
    if other is None:
        return Scoreboard(added=added[0] if added else NOTHING)
    return Scoreboard(clock=other[0], score=other[1].score)


def _running(times: list[_Time], words: Sequence[Word], added: tuple[str, Word] | None) -> Scoreboard:
    """The clock is the one that stands at the end of a period, else the first; another small one runs beside it."""
    clock = next((time for time in times if time.stands), times[0])
    beside = (time for time in times if time is not clock and time.minute <= LATEST_SUB_CLOCK < clock.minute)
    stoppage = next(beside, None)
    return Scoreboard(
        clock=_with_period(clock, words),
        added=added[0] if added else NOTHING,
        stoppage=stoppage.text if stoppage else NOTHING,
        score=clock.word.score,
    )


def _times(word: Word) -> Iterator[_Time]:
    for found in _TIME.finditer(word.text):
        minute, second = (int(found[part].translate(_AS_DIGITS)) for part in ("minute", "second"))
        yield _Time(found[0], bool(found["period"]), word, minute, minute in STANDS and second == 0)


def _with_period(clock: _Time, words: Sequence[Word]) -> str:
    """Its period in front, also when that is a text of its own beside it."""
    beside = (word.text.strip() for word in words if _is_beside(word, clock.word))
    period = next((text for text in beside if _PERIOD.fullmatch(text)), None)
    return f"{period} {clock.text}" if period and not clock.has_period else clock.text


def _is_beside(word: Word, clock: Word) -> bool:
    same_row = abs(word.top + word.bottom - clock.top - clock.bottom) < clock.height
    gap = max(clock.left - word.right, word.left - clock.right)
    return same_row and gap < NEAR * clock.height


def _whole(words: Iterable[Word]) -> Iterator[tuple[str, Word]]:
    """Clocks without seconds, and words that stand where a clock was."""
    lines = list(words)
    yield from _matches(_COMPOUND, lines)
    for word in lines:
        text = word.text.strip()
        if _MINUTE.fullmatch(text) or _BREAK.fullmatch(text):
            yield text, word


def _matches(pattern: re.Pattern[str], words: Iterable[Word]) -> Iterator[tuple[str, Word]]:
    return ((found[0].strip(), word) for word in words if (found := pattern.search(word.text)))
