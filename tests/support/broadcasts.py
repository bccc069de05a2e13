"""Hypothesis strategies for broadcast matches and what can be read in clips of their goals."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from hypothesis import strategies as st

from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts
from footy.goals.clips.reading.scoreline import Goals
from footy.goals.model.clips import FrameTexts

NONE = "NONE"
Lead = dict[int, int]
"""Seconds from the goal to each frame of a clip; the score follows the goal after three."""
LEAD: Lead = {25: -4, 50: 1, 75: 8}
LEADS: dict[str, Lead] = {
    "live": LEAD,
    "of a minute": {25: -7, 50: 8, 75: 23},
    "replay": {25: 6, 50: 14, 75: 22},
    "attack": {25: -20, 50: -10, 75: 1},
}
SCORE_FOLLOWS = 3
HALVES = ((0, 45), (45, 90))
LONGEST_STOPPAGE = 8


@dataclass(frozen=True, slots=True)
class Played:
    """A match with the seconds of its goals on the broadcast clock, which runs on in stoppage time."""

    match: MatchFacts
    seconds: tuple[int, ...]


GAPS = st.one_of(st.integers(61, 125), st.integers(126, 900))


@st.composite
def matches(draw: st.DrawFn) -> Played:
    """Draw up to nine goals in the second half, often a minute apart."""
    gaps = draw(st.lists(GAPS, min_size=1, max_size=9))
    return _played(draw, [(second, None) for second in accumulate(gaps, initial=46 * 60)][1:])


@st.composite
def whole_matches(draw: st.DrawFn) -> Played:
    """Draw goals in both halves, some of them in stoppage time."""
    scored: list[tuple[int, int | None]] = []
    for begins, ends in HALVES:
        first = draw(st.integers(begins * 60 + 30, (ends + 2) * 60))
        gaps = draw(st.lists(GAPS, max_size=3))
        last = (ends + LONGEST_STOPPAGE) * 60
        scored += [(second, ends) for second in accumulate(gaps, initial=first) if second < last]
    return _played(draw, scored)


def frame_of(played: Played, at: int, percent: int, *, crossed: bool, letters: bool, lead: Lead = LEAD) -> FrameTexts:
    """Return one frame of a clip of a goal as the broadcast shows it."""
    second, goal = max(0, played.seconds[at] + lead[percent]), played.match.goals[at]
    score = goal.after if lead[percent] >= SCORE_FOLLOWS else goal.before
    first, other = reversed(score) if crossed else score
    left_name, right = ("FRA", "ARG") if crossed else ("ARG", "FRA")
    text = f"{left_name} {first}-{other} {right}" if letters else f"{first}-{other}"
    clock = f"{second // 60}:{second % 60:02d}"
    return {"at": percent, "clock": clock, "added": NONE, "stoppage": NONE, "score": text}


def blurred(frame: FrameTexts, clock: bool, score: bool) -> FrameTexts:  # noqa: FBT001
    """Return the frame with an unreadable clock or score."""
    return {**frame, "clock": frame["clock"] if clock else NONE, "score": frame["score"] if score else NONE}


def _played(draw: st.DrawFn, scored: Sequence[tuple[int, int | None]]) -> Played:
    """Build a match from the clock's second and, in a half with stoppage time, its last minute."""
    score: Goals = (0, 0)
    facts: list[GoalFacts] = []
    for second, ends in scored:
        home, minute = draw(st.booleans()), second // 60 + 1
        after = (score[0] + home, score[1] + (not home))
        elapsed, extra = (minute, None) if ends is None or minute <= ends else (ends, minute - ends)
        facts.append(GoalFacts(f"goal-{len(facts)}", elapsed, extra, score, after))
        score = after
    match = MatchFacts(tuple(facts), "Argentina", "France", scores_count=True)
    return Played(match, tuple(second for second, _ in scored))
