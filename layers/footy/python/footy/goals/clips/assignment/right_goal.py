"""Choice of the goal that a clip shows, by minutes and scores read (D14, D20, D22, D25, D26)."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts
from footy.goals.clips.reading.clock import PERIOD_ENDS, read_clock
from footy.goals.clips.reading.periods import period_of
from footy.goals.clips.reading.scoreline import Goals, Scoreline, home_is_first, read_score
from footy.goals.clips.reading.timestamp import ScoreFit
from footy.goals.clips.reading.validation import Expected, judge_clip
from footy.goals.clips.reading.vision_result import VisionResult, vision_results
from footy.goals.model.clips import FrameTexts, TimestampStatus

Reason = Literal["score_change", "score", "minute", "undecided", "nothing_read", "fits_none"]
DECIDING: frozenset[Reason] = frozenset({"score_change", "score", "minute"})
CLEARLY_NEARER = 0.4
"""Minutes by which one goal has to be nearer than another: a clip begins before its goal and ends after it."""
LATE_ROWS = 2
"""Goals that may have fallen before the API tells of them."""

_SECONDS = re.compile(r"[:;.,·∶ː：'’′]\s?([0-5]\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class BestGoal:
    """Goal of a clip, or None when no known goal fits, with the reason."""

    goal: str | None
    why: Reason
    compilation: bool = False
    distance: float = 0.0

    @property
    def decided(self) -> bool:
        """Tell whether the picture itself decided."""
        return self.why in DECIDING


@dataclass(frozen=True, slots=True)
class GoalCandidate:
    """Goal that the scores may show; `change` when the clip shows the score before and after it."""

    goal: GoalFacts
    change: bool = False
    compilation: bool = False


@dataclass(frozen=True, slots=True)
class _Claim:
    """Evidence for one goal; `distance` in minutes is None without a running clock."""

    candidate: GoalCandidate
    status: TimestampStatus
    distance: float | None

    @property
    def goal(self) -> GoalFacts:
        return self.candidate.goal

    @property
    def event_id(self) -> str:
        return self.goal.event_id

    @property
    def rank(self) -> tuple[bool, bool]:
        return not self.candidate.change, self.distance is None


def best_goal(frames: Iterable[FrameTexts], found_at: str, match: MatchFacts, tolerance: int) -> BestGoal:
    """Return the best fitting goal; when nothing decides, the goal whose search found the clip (D26)."""
    results = vision_results(frames)
    scorelines = [scoreline for result in results if (scoreline := read_score(result.score))]
    usable_lines = scorelines if match.scores_count else []
    if not usable_lines and not any(read_clock(result.clock) for result in results):
        return BestGoal(found_at, "nothing_read")
    candidates = _by_score(usable_lines, match) if usable_lines else [GoalCandidate(goal) for goal in match.goals]
    score: ScoreFit = "fits" if usable_lines else "unknown"
    claims = [_claim(results, candidate, tolerance, score) for candidate in candidates]
    fitting = [claim for claim in claims if claim.status != "rejected"]
    if not fitting:
        return BestGoal(None, "fits_none")
    best = _best(_of_period_shown(fitting, results))
    if len(best) > 1:
        here = any(claim.event_id == found_at for claim in best)
        return BestGoal(found_at if here else None, "undecided")
    [claim] = best
    return BestGoal(
        claim.event_id, _why(claim, scores=bool(usable_lines)), claim.candidate.compilation, claim.distance or 0.0
    )


def timestamp_at(
    frames: Iterable[FrameTexts], event_id: str, match: MatchFacts, tolerance: int
) -> tuple[TimestampStatus, int | None]:
    """Return the timestamp verdict for one goal; unverified when two goals fit equally well (D20)."""
    all_frames = list(frames)
    status, minute = _timestamp_at(vision_results(all_frames), match.goal(event_id), match, tolerance)
    if status == "verified" and best_goal(all_frames, event_id, match, tolerance).why == "undecided":
        return "unverified", minute
    return status, minute


def _timestamp_at(
    results: Sequence[VisionResult], goal: GoalFacts, match: MatchFacts, tolerance: int
) -> tuple[TimestampStatus, int | None]:
    scorelines = [scoreline for result in results if (scoreline := read_score(result.score))]
    if not scorelines or not match.scores_count:
        return _timestamp(results, goal, tolerance, "unknown")
    fits = any(candidate.goal == goal for candidate in _by_score(scorelines, match))
    return _timestamp(results, goal, tolerance, "fits" if fits else "contradicts")


def _why(claim: _Claim, *, scores: bool) -> Reason:
    if scores:
        return "score_change" if claim.candidate.change else "score"
    return "minute" if claim.status == "verified" else "undecided"


def _by_score(scorelines: Sequence[Scoreline], match: MatchFacts) -> list[GoalCandidate]:
    """Return the goals that the scores may show, with the sides in the order that the letters tell, else in both."""
    home_first = [home_is_first(scoreline, match.home, match.away) for scoreline in scorelines]
    surplus = home_first.count(True) - home_first.count(False)
    orders = [surplus > 0] if surplus else [True, False]
    candidates = [
        candidate
        for order in orders
        for candidate in _candidates([_goals(scoreline, order) for scoreline in scorelines], match.goals)
    ]
    return list({one.goal.event_id: one for one in sorted(candidates, key=lambda one: one.change)}.values())


def _candidates(scores: Sequence[Goals], goals: Sequence[GoalFacts]) -> list[GoalCandidate]:
    """Return the goal between two scores, of several the last (D25); one score is before or after a goal.

    No candidate when a late row may explain the score: the clip waits (D22). A second score next to a known goal
    may be misread, and is ignored.
    """
    stops = [(0, 0), *(goal.after for goal in goals)]
    positions = sorted({stops.index(score) for score in scores if score in stops})
    if not positions or (len(positions) == 1 and any(_may_be_late_row(score, stops[-1]) for score in scores)):
        return []
    first, last = positions[0], positions[-1]
    if last > first:
        return [GoalCandidate(goals[last - 1], change=True, compilation=last - first > 1)]
    return [GoalCandidate(goal) for goal in goals[max(0, last - 1) : last + 1]]


def _may_be_late_row(score: Goals, latest: Goals) -> bool:
    """Tell whether a row that the API may still send produces this score."""
    ahead = score[0] - latest[0], score[1] - latest[1]
    return min(ahead) >= 0 and 0 < sum(ahead) <= LATE_ROWS


def _goals(scoreline: Scoreline, home_first: bool) -> Goals:  # noqa: FBT001
    return (scoreline.first, scoreline.second) if home_first else (scoreline.second, scoreline.first)


def _of_period_shown(claims: Sequence[_Claim], results: Sequence[VisionResult]) -> Sequence[_Claim]:
    """Keep the goals of the period that the clock's label names, if there are any."""
    periods = {reading.period for result in results if (reading := read_clock(result.clock)) and reading.period}
    of_period = [claim for claim in claims if claim.goal.elapsed and period_of(claim.goal.elapsed) in periods]
    return of_period or claims


def _best(claims: Sequence[_Claim]) -> list[_Claim]:
    """Return the claims tied for the best: by score change, then by clock, then by distance."""
    first = min(claim.rank for claim in claims)
    ranked = [claim for claim in claims if claim.rank == first]
    measured = [(claim.distance, claim) for claim in ranked if claim.distance is not None]
    if not measured:
        return ranked
    near, nearest = min(measured, key=lambda one: one[0])
    return [one for far, one in measured if far < near + CLEARLY_NEARER or _minutes_repeat(one.goal, nearest.goal)]


def _minutes_repeat(one: GoalFacts, other: GoalFacts) -> bool:
    """Tell whether stoppage time makes the minutes ambiguous: 46:20 is in the first half, and in the second."""
    if not one.elapsed or not other.elapsed or not (one.extra or other.extra):
        return False
    return any((one.elapsed > end) != (other.elapsed > end) for end in PERIOD_ENDS)


def _claim(results: Sequence[VisionResult], candidate: GoalCandidate, tolerance: int, score: ScoreFit) -> _Claim:
    """Build the claim; a frozen clock has no distance, because it fits the end of one half and the next."""
    status, _ = _timestamp(results, candidate.goal, tolerance, score)
    runs = status == "verified" and any(_runs(result) for result in results)
    return _Claim(candidate, status, _distance(results, candidate.goal) if runs else None)


def _timestamp(
    results: Sequence[VisionResult], goal: GoalFacts, tolerance: int, score: ScoreFit
) -> tuple[TimestampStatus, int | None]:
    verdict = judge_clip("", results, Expected(goal.elapsed, goal.extra, tolerance, score)) if results else None
    return (verdict["status"], verdict["minute"]) if verdict else ("unverified", None)


def _distance(results: Sequence[VisionResult], goal: GoalFacts) -> float | None:
    """Return the mean distance of the clocks from the goal's minute: minute 23 is played while they show 22."""
    distances = [min(apart) for result in results if (apart := _apart(result, goal))]
    if not distances:
        return None
    near = [one for one in distances if one <= min(distances) + 1]
    return sum(near) / len(near)


def _runs(result: VisionResult) -> bool:
    reading = read_clock(result.clock)
    return reading is not None and not reading.frozen


def _apart(result: VisionResult, goal: GoalFacts) -> list[float]:
    """Return the minutes between a clock and the goal, for each meaning of the clock.

    80 without seconds is between minutes 80 and 81: some broadcasts show the finished minute, some the running one.
    """
    reading = read_clock(result.clock)
    if reading is None or goal.elapsed is None or goal.minute is None:
        return []
    texts = (result.clock.stoppage, result.clock.clock)
    seconds = next((int(matches[-1]) for text in texts if (matches := _SECONDS.findall(text))), 0)
    minutes = [reading.minute, None if reading.past is None or not goal.extra else goal.elapsed + reading.past]
    moments = [minute + seconds / 60 for minute in minutes if minute is not None]
    return [max(0.0, goal.minute - 1 - moment, moment - goal.minute) for moment in moments]
