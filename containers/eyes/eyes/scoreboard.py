"""Which of the texts in a picture are the clock of a match, its allowance and its second clock."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from eyes.patterns import (
    ADDED,
    AS_DIGITS,
    BREAK,
    COMPOUND,
    MINUTE,
    MINUTES_OF_GOALS,
    NO_SIDE,
    PERIOD,
    RESULT,
    SCORE,
    SIDE,
    SUM,
    TIME,
)

NOTHING = "NONE"
STANDS = frozenset({45, 90, 105, 120})
LATEST_SUB_CLOCK = 30
NEAR = 2.0
"""How far a period may stand from its clock, in heights of the clock."""
REACH = (24.0, 3.5)
"""How far the other texts of a scoreboard may stand from its clock, across and down, in heights of the clock."""
SHORTEST_NAME = 5


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
    """The texts, each as it is written or NONE; `result` is the score of the match, `score` how sure the clock is.

    `in_company`: sides or a score stand beside the clock, so that it is none of a player or a recorder.
    """

    clock: str = NOTHING
    added: str = NOTHING
    stoppage: str = NOTHING
    score: float = 0.0
    result: str = NOTHING
    in_company: bool = False

    @property
    def has_clock(self) -> bool:
        return self.clock != NOTHING

    @property
    def is_whole(self) -> bool:
        """A clock in company, and so few goals between two sides as no other sport with a clock has."""
        return self.has_clock and self.in_company and bool(RESULT.fullmatch(self.result))


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
    if whole := next(_matches(SUM, in_order), None):
        return Scoreboard(clock=whole[0], score=whole[1].score)
    times = [time for word in in_order for time in _times(word)]
    added = next(_matches(ADDED, in_order), None)
    if times:
        return _running(times, in_order, added)
    other = next(_whole(in_order), None)
    if other is None:
        return Scoreboard(added=added[0] if added else NOTHING)
    return Scoreboard(clock=other[0], score=other[1].score)


def _running(times: list[_Time], words: Sequence[Word], added: tuple[str, Word] | None) -> Scoreboard:
    """The clock stands at the end of a period, or in company, or is the first; another small one runs beside it."""
    clock = max(times, key=lambda time: (time.stands, _company(time, words)))
    smaller = (time for time in times if time is not clock and time.minute <= LATEST_SUB_CLOCK < clock.minute)
    stoppage = next((time for time in smaller if _within_reach(time.word, clock.word)), None)
    return Scoreboard(
        clock=_with_period(clock, words),
        added=added[0] if added else NOTHING,
        stoppage=stoppage.text if stoppage else NOTHING,
        score=clock.word.score,
        in_company=_company(clock, words) > 0,
    )


def _company(clock: _Time, words: Sequence[Word]) -> int:
    """2: a side or a score stands in the clock's line or row; 1: near it; 0: it stands alone."""
    near = [word for word in words if word is not clock.word and _within_reach(word, clock.word)]
    row = [word.text for word in near if _in_one_row(word, clock.word)]
    if any(map(_is_of_a_board, [clock.word.text.replace(clock.text, " "), *row])):
        return 2
    return int(any(_is_of_a_board(word.text) for word in near))


def _is_of_a_board(text: str) -> bool:
    sides = (token for token in text.split() if SIDE.fullmatch(token) and token not in NO_SIDE)
    return bool(SCORE.search(text)) or any(sides)


def _within_reach(word: Word, clock: Word) -> bool:
    across = max(clock.left - word.right, word.left - clock.right)
    down = abs(word.top + word.bottom - clock.top - clock.bottom) / 2
    return across < REACH[0] * clock.height and down < REACH[1] * clock.height


def _times(word: Word) -> Iterator[_Time]:
    for found in TIME.finditer(word.text):
        minute, second = (int(found[part].translate(AS_DIGITS)) for part in ("minute", "second"))
        yield _Time(found[0], bool(found["period"]), word, minute, minute in STANDS and second == 0)


def _with_period(clock: _Time, words: Sequence[Word]) -> str:
    """Its period in front, also when that is a text of its own beside it."""
    beside = (word.text.strip() for word in words if _is_beside(word, clock.word))
    period = next((text for text in beside if PERIOD.fullmatch(text)), None)
    return f"{period} {clock.text}" if period and not clock.has_period else clock.text


def _is_beside(word: Word, clock: Word) -> bool:
    gap = max(clock.left - word.right, word.left - clock.right)
    return _in_one_row(word, clock) and gap < NEAR * clock.height


def _in_one_row(word: Word, clock: Word) -> bool:
    return abs(word.top + word.bottom - clock.top - clock.bottom) < clock.height


def _whole(words: Sequence[Word]) -> Iterator[tuple[str, Word]]:
    """Clocks without seconds, and words that stand where a clock was; no minute of a scorer."""
    is_list = sum(len(MINUTES_OF_GOALS.findall(word.text)) for word in words) > 1
    for text, word in () if is_list else _matches(COMPOUND, words):
        if not _has_a_name(text, word, words):
            yield text, word
    for word in words:
        text = word.text.strip()
        if BREAK.fullmatch(text) or (MINUTE.fullmatch(text) and not is_list and not _has_a_name(text, word, words)):
            yield text, word


def _has_a_name(minute: str, word: Word, words: Iterable[Word]) -> bool:
    """Whether a person is named in the line of a minute, or beside it."""
    beside = (other.text for other in words if other is not word and _is_beside(other, word))
    return any(map(_is_a_name, " ".join([word.text.replace(minute, " "), *beside]).split()))


def _is_a_name(token: str) -> bool:
    letters = "".join(filter(str.isalpha, token))
    long = len(letters) >= SHORTEST_NAME or (len(letters) > 1 and not letters.isupper())
    return long and not PERIOD.fullmatch(token) and not BREAK.fullmatch(token)


def _matches(pattern: re.Pattern[str], words: Iterable[Word]) -> Iterator[tuple[str, Word]]:
    return ((found[0].strip(), word) for word in words if (found := pattern.search(word.text)))
