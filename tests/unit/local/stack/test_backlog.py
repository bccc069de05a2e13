"""Backlog of a match day."""

from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest

from footy.goals.model.documents import EventDocument
from local.stack.backlog import SLOW_SEARCH, has_overdue, has_silent_search

NOW = datetime(2025, 7, 12, 18, 30, tzinfo=UTC)
NAME = "goal-1_2_3_Goal_1"


def ago(seconds: float) -> datetime:
    return NOW - timedelta(seconds=seconds)


def goal(*attempts: float, stable: float = 600, opened: float | None = 500, downloads: int = 0) -> EventDocument:
    """Return a goal with search attempts so many seconds ago."""
    telemetry: dict[str, Any] = {"executions": [NAME], "stable_at": ago(stable)}
    telemetry["attempts"] = [{"n": n, "at": ago(seconds)} for n, seconds in enumerate(attempts, 1)]
    if opened is not None:
        telemetry["opened_at"] = ago(opened)
    fields = {
        "_first_seen": ago(700),
        "_monitor_complete": opened is not None,
        "_download_complete": False,
        "_download_workflows": [f"download{n}" for n in range(downloads)],
        "_telemetry": telemetry,
    }
    return cast("EventDocument", fields)


@pytest.mark.parametrize(("pace", "late"), [(10, False), (60, True)])
def test_execution_is_overdue_in_match_time(pace: float, late: bool) -> None:  # noqa: FBT001 - a case
    assert has_overdue([ago(1), ago(3)], timedelta(seconds=120), now=NOW, pace=pace) is late


@pytest.mark.parametrize(
    ("one", "late"),
    [
        (goal(stable=20, opened=None), False),
        (goal(stable=60, opened=None), True),
        (goal(opened=20), False),
        (goal(opened=60), True),
        (goal(130, 70, downloads=2), False),
        (goal(190, 130, downloads=2), True),
        (goal(*range(190, 90, -10), downloads=10), False),
        (goal(*range(300, 200, -10), downloads=9), False),
        (goal(*range(300, 210, -10), downloads=9), True),
    ],
    ids=[
        "to be opened",
        "opened late",
        "to begin",
        "begun late",
        "in time",
        "attempt late",
        "all made",
        "all made, one still to register",
        "the last one late",
    ],
)
def test_search_without_its_next_attempt_is_late(one: EventDocument, late: bool) -> None:  # noqa: FBT001 - a case
    assert has_silent_search([one], {NAME}, now=NOW) is late


def test_dead_search_is_not_late() -> None:
    dead = goal(190, SLOW_SEARCH.total_seconds() + 100, downloads=2)
    assert has_silent_search([dead], {NAME}, now=NOW)
    assert not has_silent_search([dead], {"goal-2_3_4_Goal_1"}, now=NOW)
