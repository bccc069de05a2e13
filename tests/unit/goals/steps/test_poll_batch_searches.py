"""Which searches a poll starts, and starts again."""

from datetime import timedelta
from typing import Any

import pytest

from footy.core.executions import ExecutionStatus
from tests.support.match import DI_MARIA, FIXTURE, KICKOFF, MESSI, goal
from tests.support.matchday import Matchday

GOAL_ID = f"{FIXTURE}_26_{MESSI.id}_Goal_1"
SEARCH = f"goal-{GOAL_ID}"
Lines = list[tuple[str, dict[str, Any]]]


def stable(day: Matchday) -> None:
    """Three ticks have seen a goal, and its search was started."""
    day.play(goal(23))
    assert [day.tick(seconds) for seconds in (0, 30, 60)] == [[], [], [SEARCH]]


class TestSearches:
    def test_a_stable_goal_starts_its_search(self, watched: Matchday) -> None:
        stable(watched)
        assert watched.goal["_telemetry"]["executions"] == [SEARCH]
        assert watched.executions.asked == []

    def test_an_unopened_running_search_is_left_alone(self, watched: Matchday) -> None:
        stable(watched)
        assert watched.tick(90) == []
        assert watched.executions.asked == [SEARCH]

    def test_a_failed_start_is_repeated_under_its_name(self, watched: Matchday) -> None:
        stable(watched)
        watched.executions.known.clear()
        assert watched.tick(90) == [SEARCH]
        assert watched.goal["_telemetry"]["executions"] == [SEARCH]

    @pytest.mark.parametrize("end", ["FAILED", "TIMED_OUT", "ABORTED", "SUCCEEDED"])
    def test_searches_that_end_unopened_are_restarted(self, watched: Matchday, end: ExecutionStatus) -> None:
        stable(watched)
        watched.executions.known[SEARCH] = end
        assert watched.tick(90) == []  # the first after a minute
        assert watched.tick(120) == [f"{SEARCH}-r1"]
        watched.executions.known[f"{SEARCH}-r1"] = end
        assert watched.tick(210) == []  # the next after two
        assert watched.tick(240) == [f"{SEARCH}-r2"]
        assert watched.goal["_telemetry"]["executions"] == [SEARCH, f"{SEARCH}-r1", f"{SEARCH}-r2"]

    @pytest.mark.parametrize(
        ("status", "starts"),
        [("RUNNING", []), ("SUCCEEDED", []), ("FAILED", [f"{SEARCH}-r1"]), ("ABORTED", [f"{SEARCH}-r1"])],
    )
    def test_a_silent_search_is_checked(self, watched: Matchday, status: ExecutionStatus, starts: list[str]) -> None:
        stable(watched)
        watched.open_search()
        watched.executions.known[SEARCH] = status
        assert watched.tick(60 + 150) == []
        assert watched.executions.asked == []
        assert watched.tick(60 + 180) == starts

    def test_a_crash_before_the_start_starts_it_with_the_next_tick(self, watched: Matchday) -> None:
        watched.play(goal(23))
        watched.tick(0)
        watched.tick(30)
        plan = watched.plan(KICKOFF + timedelta(minutes=1))
        assert [started["execution"] for started in watched.poll(plan["tick"], plan["batches"][0])] == [SEARCH]
        watched.finish(plan["tick"])
        assert watched.tick(90) == [SEARCH]

    def test_a_corrected_scorer_starts_no_second_search(self, watched: Matchday) -> None:
        stable(watched)
        watched.play(goal(23, DI_MARIA))
        assert watched.tick(90) == []
        watched.executions.known[SEARCH] = "FAILED"
        assert watched.tick(120) == [f"goal-{FIXTURE}_26_{DI_MARIA.id}_Goal_1-r1"]

    def test_unknown_searches_are_checked_by_the_next_tick(self, watched: Matchday) -> None:
        stable(watched)
        watched.executions.known[SEARCH] = "FAILED"
        watched.executions.unreachable = True
        assert watched.tick(90) == []
        watched.executions.unreachable = False
        assert watched.tick(120) == [f"{SEARCH}-r1"]
