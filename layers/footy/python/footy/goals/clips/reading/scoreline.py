"""What a scoreboard says of the score: the text that a model read, turned into goals of home and away."""

import re
from dataclasses import dataclass

from footy.core.text import ascii_of

Goals = tuple[int, int]
MOST_GOALS = 30

_BRACKETS = re.compile(r"[(\[{（][^)\]}）]*[)\]}）]?|\d{1,2}\s*[-–—]\s*\d{1,2}\s*[)\]}）]")
_SCORE = re.compile(r"(?<![\d:.+'-])(?P<first>\d{1,2})\s*(?P<between>[-–—−:])\s*(?P<second>\d{1,2})(?![\d:.+'-])")
# no sign between the numbers, but a side beside each of them: nothing else is written so
_LEFT, _RIGHT = r"(?P<left>\D*[^\W\d_]{2,})\s+", r"(?P<right>[^\W\d_]{2,}\D*)"
_BETWEEN_SIDES = re.compile(rf"{_LEFT}(?P<first>\d)(?:\s*\|\s*|\s+)(?P<second>\d)\s+{_RIGHT}")
_BEHIND_SIDES = re.compile(rf"{_LEFT}(?P<first>\d)\W+{_RIGHT}\s+(?P<second>\d)")
_LETTERS = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Scoreline:
    """Two numbers as they stand on the screen, and the letters of the sides beside them, if any."""

    first: int
    second: int
    left: str = ""
    right: str = ""


def read_score(text: str) -> Scoreline | None:
    """The score in one frame, or None; what stands in brackets is the aggregate of two legs."""
    plain = _BRACKETS.sub(" ", text)
    found = [one for one in _SCORE.finditer(plain) if _counts_goals(one)]
    if len(found) > 1:
        return None
    if found:
        return _scoreline(found[0], plain[: found[0].start()], plain[found[0].end() :])
    named = _BETWEEN_SIDES.fullmatch(plain.strip()) or _BEHIND_SIDES.fullmatch(plain.strip())
    return _scoreline(named, named["left"], named["right"]) if named else None


def _scoreline(score: re.Match[str], before: str, after: str) -> Scoreline:
    left, right = _LETTERS.findall(before), _LETTERS.findall(after)
    return Scoreline(int(score["first"]), int(score["second"]), left[-1] if left else "", right[0] if right else "")


def _counts_goals(found: re.Match[str]) -> bool:
    """A clock that was answered along counts none."""
    is_clock = found["between"] == ":" and len(found["second"]) > 1
    return not is_clock and max(int(found["first"]), int(found["second"])) <= MOST_GOALS


def home_is_first(score: Scoreline, home: str, away: str) -> bool | None:
    """Whether the left side is the home side, by the letters beside the numbers; None where they do not tell."""
    straight = _stands_for(score.left, home) + _stands_for(score.right, away)
    crossed = _stands_for(score.left, away) + _stands_for(score.right, home)
    return None if straight == crossed else straight > crossed


def _stands_for(code: str, team: str) -> int:
    """How well letters stand for a team: its name begins with them, its words do, or they come in it in order."""
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
    rest = iter(name)
    return all(letter in rest for letter in letters)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[a-z]+", ascii_of(text).lower()))
