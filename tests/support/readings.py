"""Builders for matches and for the texts that were read in clips of them."""

from collections.abc import Sequence

from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts
from footy.goals.clips.reading.scoreline import Goals
from footy.goals.model.clips import FrameTexts

NONE = "NONE"


def frames(*read: str, at: Sequence[int] = (25, 50, 75)) -> list[FrameTexts]:
    """Build the texts of frames from `clock score`, with a dash for what cannot be read."""
    pairs = [(one.split(" ", 1)) for one in read]
    return [
        {"at": place, "clock": _text(clock), "added": NONE, "stoppage": NONE, "score": _text(score)}
        for place, (clock, score) in zip(at, pairs, strict=False)
    ]


def match_of(*goals: tuple[str, str], counts: bool = True, home: str = "Argentina", away: str = "France") -> MatchFacts:
    """Build a match from goals as (minute, side), with the minutes as ids."""
    score, facts = (0, 0), []
    for minute, side in goals:
        after: Goals = (score[0] + (side == "home"), score[1] + (side == "away"))
        elapsed, _, extra = minute.partition("+")
        facts.append(GoalFacts(minute, int(elapsed), int(extra) if extra else None, score, after))
        score = after
    return MatchFacts(tuple(facts), home, away, counts)


def _text(read: str) -> str:
    return NONE if read == "-" else read
