"""Starts and restarts of searches (G8, S1, S6, F28)."""

import pytest

from footy.core.executions import ExecutionStatus
from tests.support.match import FIXTURE, MESSI, goal
from tests.support.matchday import Matchday

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
SEARCH = f"goal-{GOAL_ID}"


def stable(day: Matchday) -> None:
    """Three ticks have seen a goal, and its search was started."""
    day.play(goal(23))
    assert [day.tick(seconds) for seconds in (0, 30, 60)] == [[], [], [SEARCH]]


class TestSearches:
    def test_a_stable_goal_starts_its_search(self, active_day: Matchday) -> None:
        stable(active_day)
        assert active_day.goal["_telemetry"]["executions"] == [SEARCH]
        assert active_day.executions.requests == []

    def test_an_unopened_running_search_is_left_alone(self, active_day: Matchday) -> None:
        stable(active_day)
        assert active_day.tick(90) == []
        assert active_day.executions.requests == [SEARCH]

    def test_a_failed_start_is_repeated_under_its_name(self, active_day: Matchday) -> None:
        stable(active_day)
        active_day.executions.statuses.clear()
        assert active_day.tick(90) == [SEARCH]
        assert active_day.goal["_telemetry"]["executions"] == [SEARCH]

    @pytest.mark.parametrize("end", ["FAILED", "TIMED_OUT", "ABORTED", "SUCCEEDED"])
    def test_searches_that_end_unopened_are_restarted(self, active_day: Matchday, end: ExecutionStatus) -> None:
        stable(active_day)
        active_day.executions.statuses[SEARCH] = end
        assert active_day.tick(90) == []  # the first after a minute
        assert active_day.tick(120) == [f"{SEARCH}-r1"]
        active_day.executions.statuses[f"{SEARCH}-r1"] = end
        assert active_day.tick(210) == []  # the next after two
        assert active_day.tick(240) == [f"{SEARCH}-r2"]
        assert active_day.goal["_telemetry"]["executions"] == [SEARCH, f"{SEARCH}-r1", f"{SEARCH}-r2"]

    @pytest.mark.parametrize(
        ("status", "starts"),
        [("RUNNING", []), ("SUCCEEDED", []), ("FAILED", [f"{SEARCH}-r1"]), ("ABORTED", [f"{SEARCH}-r1"])],
    )
    def test_a_silent_search_is_checked(self, active_day: Matchday, status: ExecutionStatus, starts: list[str]) -> None:
        stable(active_day)
        active_day.open_search()
        active_day.executions.statuses[SEARCH] = status
        assert active_day.tick(60 + 150) == []
        assert active_day.executions.requests == []
        assert active_day.tick(60 + 180) == starts

    def test_unknown_searches_are_checked_by_the_next_tick(self, active_day: Matchday) -> None:
        stable(active_day)
        active_day.executions.statuses[SEARCH] = "FAILED"
        active_day.executions.unreachable = True
        assert active_day.tick(90) == []
        active_day.executions.unreachable = False
        assert active_day.tick(120) == [f"{SEARCH}-r1"]
