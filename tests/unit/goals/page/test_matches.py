"""Coverage of goals by clips (W4)."""

from typing import Any

import pytest

from footy.goals.page.matches import coverage_of
from footy.goals.page.schemas import GoalCoverage
from tests.support.page_match import clip, goal, match

HIDDEN = {"by": "anna", "at": None}


@pytest.mark.parametrize(
    ("clips", "coverage"),
    [
        ([], GoalCoverage(2, 0, 0)),
        ([{"timestamp_verified": False}], GoalCoverage(2, 1, 0)),
        ([{"timestamp_verified": True}, {"timestamp_verified": True}], GoalCoverage(2, 1, 1)),
        ([{"timestamp_verified": True, "hidden": HIDDEN}], GoalCoverage(2, 0, 0)),
    ],
)
def test_a_goal_is_covered_once_by_visible_verified_clips(clips: list[dict[str, Any]], coverage: GoalCoverage) -> None:
    videos = [clip(**facts) for facts in clips]
    assert coverage_of([match(goal(_s3_videos=videos), goal(2))]) == coverage
