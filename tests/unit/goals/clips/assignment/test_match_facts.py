"""Facts of a match that clips can show (D20, D23)."""

from dataclasses import replace

import pytest

from footy.goals.clips.assignment.match_facts import GoalFacts, MatchFacts

GOAL = GoalFacts("7_40_9_Goal_1", 23, None, (0, 0), (1, 0))
MATCH = MatchFacts((GOAL,), "Argentina", "France", scores_count=True)
CHANGED = [
    replace(MATCH, goals=()),
    replace(MATCH, goals=(GOAL, GOAL)),
    replace(MATCH, home="France"),
    replace(MATCH, away="Argentina"),
    replace(MATCH, scores_count=False),
    replace(MATCH, goals=(replace(GOAL, event_id="7_40_9_Goal_2"),)),
    replace(MATCH, goals=(replace(GOAL, elapsed=24),)),
    replace(MATCH, goals=(replace(GOAL, extra=1),)),
    replace(MATCH, goals=(replace(GOAL, before=(0, 1)),)),
    replace(MATCH, goals=(replace(GOAL, after=(0, 1)),)),
]


@pytest.mark.parametrize("other", CHANGED, ids=str)
def test_whatever_changes_of_a_match_changes_its_mark(other: MatchFacts) -> None:
    assert other.mark != MATCH.mark


def test_the_same_facts_have_the_same_mark() -> None:
    assert replace(MATCH, goals=(replace(GOAL),)).mark == MATCH.mark
