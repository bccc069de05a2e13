"""Scores read from scoreboards (D20, D27)."""

import re
from dataclasses import dataclass

from footy.core.text import ascii_of

Goals = tuple[int, int]
MOST_GOALS = 30

_BRACKETS = re.compile(r"[(\[{（][^)\]}）]*[)\]}）]?|\d{1,2}\s*[-–—]\s*\d{1,2}\s*[)\]}）]")
_SCORE = re.compile(r"(?<![\d:.+'-])(?P<first>\d{1,2})\s*(?P<between>[-–—−:])\s*(?P<second>\d{1,2})(?![\d:.+'-])")
# no sign between the numbers, but a side beside each of them: nothing else is written so
_LEFT_SIDE, _RIGHT_SIDE = r"(?P<left>\D*[^\W\d_]{2,})\s+", r"(?P<right>[^\W\d_]{2,}\D*)"
_BETWEEN_SIDES = re.compile(rf"{_LEFT_SIDE}(?P<first>\d)(?:\s*\|\s*|\s+)(?P<second>\d)\s+{_RIGHT_SIDE}")
_BEHIND_SIDES = re.compile(rf"{_LEFT_SIDE}(?P<first>\d)\W+{_RIGHT_SIDE}\s+(?P<second>\d)")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Scoreline:
    """Two numbers in their order on the screen, with the letters next to them."""

    first: int
    second: int
    left_letters: str = ""
    right_letters: str = ""


def read_score(text: str) -> Scoreline | None:
    """Parse the score of one frame, or None; a score in brackets is the aggregate of two legs."""
    plain = _BRACKETS.sub(" ", text)
    scores = [one for one in _SCORE.finditer(plain) if _counts_goals(one)]
    if len(scores) > 1:
        return None
    if scores:
        return _scoreline(scores[0], plain[: scores[0].start()], plain[scores[0].end() :])
    between_names = _BETWEEN_SIDES.fullmatch(plain.strip()) or _BEHIND_SIDES.fullmatch(plain.strip())
    return _scoreline(between_names, between_names["left"], between_names["right"]) if between_names else None


def _scoreline(score: re.Match[str], before: str, after: str) -> Scoreline:
    left_words, right_words = _LETTERS.findall(before), _LETTERS.findall(after)
    return Scoreline(
        int(score["first"]),
        int(score["second"]),
        left_words[-1] if left_words else "",
        right_words[0] if right_words else "",
    )


def _counts_goals(score: re.Match[str]) -> bool:
    """Tell whether the numbers are a score and not a clock."""
    is_clock = score["between"] == ":" and len(score["second"]) > 1
    return not is_clock and max(int(score["first"]), int(score["second"])) <= MOST_GOALS


def home_is_first(score: Scoreline, home: str, away: str) -> bool | None:
    """Tell whether the left side is the home side, by the letters; None when they do not decide (D27)."""
    straight = _name_match(score.left_letters, home) + _name_match(score.right_letters, away)
    crossed = _name_match(score.left_letters, away) + _name_match(score.right_letters, home)
    return None if straight == crossed else straight > crossed


def _name_match(code: str, team: str) -> int:
    """Return how well letters match a team: 3 by prefix or word, 2 by initials, 1 in order."""
    letters, name = _plain(code), _plain(team)
    if len(letters) < 2 or not name:  # noqa: PLR2004
        return 0
    if name.replace(" ", "").startswith(letters) or letters in name.split():
        return 3
    initials = "".join(word[0] for word in name.split())
    if len(initials) > 1 and letters.startswith(initials):
        return 2
    return int(letters[0] in initials and _in_order(letters, name[name.index(letters[0]) :]))


def _in_order(letters: str, name: str) -> bool:
    remaining = iter(name)
    return all(letter in remaining for letter in letters)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z]+", ascii_of(text).lower()))
