"""Which of a fixture's goals a clip belongs to, by the minutes and scores that were read in it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts
from footy.goals.clips.reading.clock import PERIOD_ENDS, read_clock
from footy.goals.clips.reading.periods import period_of
from footy.goals.clips.reading.record import vision_results
from footy.goals.clips.reading.scoreline import Goals, Scoreline, home_is_first, read_score
from footy.goals.clips.reading.timestamp import ScoreFit
from footy.goals.clips.reading.validation import Expected, judge_clip
from footy.goals.clips.reading.vision_result import VisionResult
from footy.goals.model.clips import FrameTexts, TimestampStatus

Why = Literal["score_change", "score", "minute", "undecided", "nothing_read", "fits_none"]
DECIDING: frozenset[Why] = frozenset({"score_change", "score", "minute"})
SURE = 0.4
"""Minutes by which one goal has to be nearer than another: a clip begins before its goal and ends after it."""
SOON = 2
"""Goals that may have fallen before the API tells of them."""

_SECONDS = re.compile(r"[:;.,·∶ː：'’′]\s?([0-5]\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class BestGoal:
    """The goal a clip belongs to, or none that is known yet, and what tells."""

    goal: str | None
    why: Why
    compilation: bool = False
    distance: float = 0.0

    @property
    def decided(self) -> bool:
        """Whether the picture itself tells, wherever the clip was found."""
        return self.why in DECIDING


@dataclass(frozen=True, slots=True)
class GoalCandidate:
    """A goal that the scores of a clip may be of; `change` where the clip shows the score before and after it."""

    goal: GoalFacts
    change: bool = False
    compilation: bool = False


@dataclass(frozen=True, slots=True)
class _Claim:
    """What speaks for one goal; `distance` is in minutes, None where no clock that runs tells."""

    shown: GoalCandidate
    status: TimestampStatus
    distance: float | None

    @property
    def goal(self) -> GoalFacts:
        return self.shown.goal

    @property
    def event_id(self) -> str:
        return self.goal.event_id

    @property
    def rank(self) -> tuple[bool, bool]:
        return not self.shown.change, self.distance is None


def best_goal(frames: Iterable[FrameTexts], found_at: str, match: MatchFacts, tolerance: int) -> BestGoal:
    """The best fitting goal; where nothing decides, the goal it was found at."""
    looks = vision_results(frames)
    lines = [line for look in looks if (line := read_score(look.score))]
    telling = lines if match.scores_count else []
    if not telling and not any(read_clock(look.clock) for look in looks):
        return BestGoal(found_at, "nothing_read")
    shown = _by_score(telling, match) if telling else [GoalCandidate(goal) for goal in match.goals]
    score: ScoreFit = "fits" if telling else "unknown"
    claims = [_claim(looks, one, tolerance, score) for one in shown]
    fitting = [claim for claim in claims if claim.status != "rejected"]
    if not fitting:
        return BestGoal(None, "fits_none")
    best = _best(_of_the_period(fitting, looks))
    if len(best) > 1:
        here = any(claim.event_id == found_at for claim in best)
        return BestGoal(found_at if here else None, "undecided")
    [claim] = best
    return BestGoal(claim.event_id, _why(claim, scores=bool(telling)), claim.shown.compilation, claim.distance or 0.0)


def timestamp_at(
    frames: Iterable[FrameTexts], event_id: str, match: MatchFacts, tolerance: int
) -> tuple[TimestampStatus, int | None]:
    """What the clocks that were read prove for that goal, and the minute they show; nothing where none is decided."""
    told = list(frames)
    status, minute = _timestamp_at(vision_results(told), match.goal(event_id), match, tolerance)
    if status == "verified" and best_goal(told, event_id, match, tolerance).why == "undecided":
        return "unverified", minute
    return status, minute


def _timestamp_at(
    looks: Sequence[VisionResult], goal: GoalFacts, match: MatchFacts, tolerance: int
) -> tuple[TimestampStatus, int | None]:
    lines = [line for look in looks if (line := read_score(look.score))]
    if not lines or not match.scores_count:
        return _timestamp(looks, goal, tolerance, "unknown")
    fits = any(shown.goal == goal for shown in _by_score(lines, match))
    return _timestamp(looks, goal, tolerance, "fits" if fits else "contradicts")


def _why(claim: _Claim, *, scores: bool) -> Why:
    if scores:
        return "score_change" if claim.shown.change else "score"
    return "minute" if claim.status == "verified" else "undecided"


def _by_score(lines: Sequence[Scoreline], match: MatchFacts) -> list[GoalCandidate]:
    """The goals that fit what the scores show, read in the order of sides that the letters tell, else in both."""
    told = [home_is_first(line, match.home, match.away) for line in lines]
    surplus = told.count(True) - told.count(False)
    orders = [surplus > 0] if surplus else [True, False]
    shown = [one for order in orders for one in _shown([_goals(line, order) for line in lines], match.goals)]
    return list({one.goal.event_id: one for one in sorted(shown, key=lambda one: one.change)}.values())


def _shown(scores: Sequence[Goals], goals: Sequence[GoalFacts]) -> list[GoalCandidate]:
    """Two scores show the goal between them, of several the last; one is before a goal or after another.

    A score that the API may not know yet has the clip wait, but not one beside a whole goal: that may be misread.
    """
    stops = [(0, 0), *(goal.after for goal in goals)]
    seen = sorted({stops.index(score) for score in scores if score in stops})
    if not seen or (len(seen) == 1 and any(_may_come(score, stops[-1]) for score in scores)):
        return []
    first, last = seen[0], seen[-1]
    if last > first:
        return [GoalCandidate(goals[last - 1], change=True, compilation=last - first > 1)]
    return [GoalCandidate(goal) for goal in goals[max(0, last - 1) : last + 1]]


def _may_come(score: Goals, latest: Goals) -> bool:
    """Whether the score is one that the API may not know yet."""
    ahead = score[0] - latest[0], score[1] - latest[1]
    return min(ahead) >= 0 and 0 < sum(ahead) <= SOON


def _goals(line: Scoreline, home_first: bool) -> Goals:  # noqa: FBT001
    return (line.first, line.second) if home_first else (line.second, line.first)


def _of_the_period(claims: Sequence[_Claim], looks: Sequence[VisionResult]) -> Sequence[_Claim]:
    """Those of the period that stands beside the clock, if any of them are."""
    told = {reading.period for look in looks if (reading := read_clock(look.clock)) and reading.period}
    of_it = [claim for claim in claims if claim.goal.elapsed and period_of(claim.goal.elapsed) in told]
    return of_it or claims


def _best(claims: Sequence[_Claim]) -> list[_Claim]:
    """Those that nothing tells from the best: a change of score before all, then a clock, then how near it is."""
    first = min(claim.rank for claim in claims)
    ranked = [claim for claim in claims if claim.rank == first]
    measured = [(claim.distance, claim) for claim in ranked if claim.distance is not None]
    if not measured:
        return ranked
    near, nearest = min(measured, key=lambda one: one[0])
    return [one for far, one in measured if far < near + SURE or _minutes_come_twice(one.goal, nearest.goal)]


def _minutes_come_twice(one: GoalFacts, other: GoalFacts) -> bool:
    """46:20 is in the stoppage time of the first half, and in the second: no distance tells which. Nor of 105:40."""
    if not one.elapsed or not other.elapsed or not (one.extra or other.extra):
        return False
    return any((one.elapsed > end) != (other.elapsed > end) for end in PERIOD_ENDS)


def _claim(looks: Sequence[VisionResult], shown: GoalCandidate, tolerance: int, score: ScoreFit) -> _Claim:
    """A clock that stands has no distance: it is the same at the end of one half and the beginning of the next."""
    status, _ = _timestamp(looks, shown.goal, tolerance, score)
    runs = status == "verified" and any(_runs(look) for look in looks)
    return _Claim(shown, status, _distance(looks, shown.goal) if runs else None)


def _timestamp(
    looks: Sequence[VisionResult], goal: GoalFacts, tolerance: int, score: ScoreFit
) -> tuple[TimestampStatus, int | None]:
    judged = judge_clip("", looks, Expected(goal.elapsed, goal.extra, tolerance, score)) if looks else None
    return (judged["status"], judged["minute"]) if judged else ("unverified", None)


def _distance(looks: Sequence[VisionResult], goal: GoalFacts) -> float | None:
    """How far the clocks stand on average from the minute in which the goal fell: 23 is played while they show 22."""
    away = [min(apart) for look in looks if (apart := _apart(look, goal))]
    if not away:
        return None
    near = [one for one in away if one <= min(away) + 1]
    return sum(near) / len(near)


def _runs(look: VisionResult) -> bool:
    reading = read_clock(look.clock)
    return reading is not None and not reading.frozen


def _apart(look: VisionResult, goal: GoalFacts) -> list[float]:
    """The minutes between a clock and the goal's minute, in each way that the clock may be meant.

    80 without seconds lies between the 80th and the 81st: some write the minute that is over, some the one that runs.
    """
    reading = read_clock(look.clock)
    if reading is None or goal.elapsed is None or goal.minute is None:
        return []
    texts = (look.clock.stoppage, look.clock.clock)
    seconds = next((int(found[-1]) for text in texts if (found := _SECONDS.findall(text))), 0)
    meant = [reading.minute, None if reading.past is None or not goal.extra else goal.elapsed + reading.past]
    moments = [minute + seconds / 60 for minute in meant if minute is not None]
    return [max(0.0, goal.minute - 1 - moment, moment - goal.minute) for moment in moments]
