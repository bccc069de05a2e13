"""Facts of a match that a clip can show: goals, minutes and scores (D20)."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from typing import Any

from footy.goals.clips.reading.scoreline import Goals
from footy.goals.model.documents import EventDocument, FixtureDocument


@dataclass(frozen=True, slots=True)
class GoalFacts:
    """Minute of a goal and the scores around it."""

    event_id: str
    elapsed: int | None
    extra: int | None
    before: Goals
    after: Goals

    @property
    def minute(self) -> int | None:
        return None if self.elapsed is None else self.elapsed + (self.extra or 0)


_ALL_FIELDS = attrgetter(*GoalFacts.__slots__)  # plain values: each tick looks at the mark of each match


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """Known goals in order; scores count only while they add up to the API's score."""

    goals: tuple[GoalFacts, ...]
    home: str
    away: str
    scores_count: bool

    def goal(self, event_id: str) -> GoalFacts:
        """Return the goal with this id."""
        return next(goal for goal in self.goals if goal.event_id == event_id)

    @property
    def mark(self) -> str:
        """Return a digest that changes with goals, minutes, scores or whether scores count (D23)."""
        facts = (self.home, self.away, self.scores_count, *map(_ALL_FIELDS, self.goals))
        return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


def facts_of_match(fixture: FixtureDocument) -> MatchFacts:
    """Return the facts known now."""
    goals = sorted(map(_facts, fixture.get("events", [])), key=_in_match_order)
    teams: Mapping[str, Any] = fixture.get("teams") or {}
    score = _goals(fixture.get("goals") or {})
    return MatchFacts(tuple(goals), _name(teams, "home"), _name(teams, "away"), adds_up(goals, score))


def adds_up(goals: Sequence[GoalFacts], score: Goals | None) -> bool:
    """Tell whether each goal starts at the previous one's score, and the last one ends at the API's score (D20)."""
    scores = [(0, 0), *(goal.after for goal in goals)]
    is_chain = all(before == goal.before for before, goal in zip(scores, goals, strict=False))
    is_single = all(
        sorted((after[0] - before[0], after[1] - before[1])) == [0, 1] for before, after in pairwise(scores)
    )
    return is_chain and is_single and score == scores[-1]


def _facts(event: EventDocument) -> GoalFacts:
    time = event["time"]
    before, after = _goals(event.get("_score_before", {})), _goals(event.get("_score_after", {}))
    return GoalFacts(event["_event_id"], time["elapsed"], time["extra"], before or (0, 0), after or (0, 0))


def _goals(score: Mapping[str, int | None]) -> Goals | None:
    home, away = score.get("home"), score.get("away")
    return None if home is None or away is None else (home, away)


def _in_match_order(goal: GoalFacts) -> tuple[int, int, int]:
    return sum(goal.after), goal.elapsed or 0, goal.extra or 0


def _name(teams: Mapping[str, Any], side: str) -> str:
    return str((teams.get(side) or {}).get("name") or "")
