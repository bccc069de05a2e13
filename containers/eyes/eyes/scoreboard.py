"""Clock, allowance and stoppage clock among the texts of a picture."""

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
PERIOD_ENDS = frozenset({45, 90, 105, 120})
LATEST_SUB_CLOCK = 30
NEAR = 2.0
"""Largest distance of a period from its clock, in heights of the clock."""
REACH = (24.0, 3.5)
"""Largest distance of other texts from the clock, across and down, in heights of the clock."""
SHORTEST_NAME = 5


@dataclass(frozen=True, slots=True)
class Word:
    """Line of text with the reader's confidence and its box in pixels."""

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
    """Texts as written, or NONE; `result` is the match's score, `score` the confidence of the clock.

    `in_company`: sides or a score are next to the clock, so it is not a video player's.
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
        """Return whether a clock is next to two sides with single-digit goals, as in no other sport with a clock."""
        return self.has_clock and self.in_company and bool(RESULT.fullmatch(self.result))


@dataclass(frozen=True, slots=True)
class _Time:
    """Time such as 12:34 with its word, and with its period if that is in the same line."""

    text: str
    has_period: bool
    word: Word
    minute: int
    is_period_end: bool


def find(words: Sequence[Word]) -> Scoreboard:
    """Find the scoreboard among the words of one picture, in reading order."""
    in_order = sorted(words, key=lambda word: (round(word.top / max(word.height, 1)), word.left))
    if total := next(_matches(SUM, in_order), None):
        return Scoreboard(clock=total[0], score=total[1].score)
    times = [time for word in in_order for time in _times(word)]
    added = next(_matches(ADDED, in_order), None)
    if times:
        return _running(times, in_order, added)
    other = next(_clocks_without_seconds(in_order), None)
    if other is None:
        return Scoreboard(added=added[0] if added else NOTHING)
    return Scoreboard(clock=other[0], score=other[1].score)


def _running(times: list[_Time], words: Sequence[Word], added: tuple[str, Word] | None) -> Scoreboard:
    """Choose the clock: at a period's end, else next to sides, else the first; a smaller one is the stoppage clock."""
    clock = max(times, key=lambda time: (time.is_period_end, _company(time, words)))
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
    """Return 2 for a side or a score in the clock's line or row, 1 near it, else 0."""
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
    for match in TIME.finditer(word.text):
        minute, second = (int(match[part].translate(AS_DIGITS)) for part in ("minute", "second"))
        yield _Time(match[0], bool(match["period"]), word, minute, minute in PERIOD_ENDS and second == 0)


def _with_period(clock: _Time, words: Sequence[Word]) -> str:
    """Return the clock with its period in front, which may be a separate text next to it."""
    neighbours = (word.text.strip() for word in words if _is_next_to(word, clock.word))
    period = next((text for text in neighbours if PERIOD.fullmatch(text)), None)
    return f"{period} {clock.text}" if period and not clock.has_period else clock.text


def _is_next_to(word: Word, clock: Word) -> bool:
    gap = max(clock.left - word.right, word.left - clock.right)
    return _in_one_row(word, clock) and gap < NEAR * clock.height


def _in_one_row(word: Word, clock: Word) -> bool:
    return abs(word.top + word.bottom - clock.top - clock.bottom) < clock.height


def _clocks_without_seconds(words: Sequence[Word]) -> Iterator[tuple[str, Word]]:
    """Yield clocks without seconds and words such as HT, but no scorer's minute."""
    is_list = sum(len(MINUTES_OF_GOALS.findall(word.text)) for word in words) > 1
    for text, word in () if is_list else _matches(COMPOUND, words):
        if not _has_a_name(text, word, words):
            yield text, word
    for word in words:
        text = word.text.strip()
        if BREAK.fullmatch(text) or (MINUTE.fullmatch(text) and not is_list and not _has_a_name(text, word, words)):
            yield text, word


def _has_a_name(minute: str, word: Word, words: Iterable[Word]) -> bool:
    """Return whether the line of a minute or a neighbour contains a name."""
    neighbours = (other.text for other in words if other is not word and _is_next_to(other, word))
    return any(map(_is_a_name, " ".join([word.text.replace(minute, " "), *neighbours]).split()))


def _is_a_name(token: str) -> bool:
    letters = "".join(filter(str.isalpha, token))
    long = len(letters) >= SHORTEST_NAME or (len(letters) > 1 and not letters.isupper())
    return long and not PERIOD.fullmatch(token) and not BREAK.fullmatch(token)


def _matches(pattern: re.Pattern[str], words: Iterable[Word]) -> Iterator[tuple[str, Word]]:
    return ((match[0].strip(), word) for word in words if (match := pattern.search(word.text)))
