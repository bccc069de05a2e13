"""Whether the work of a match day keeps up with its clock, which a busy machine lets run too fast."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from footy.goals.fixtures.goal.starting import last_heartbeat, latest_execution
from footy.goals.fixtures.lifecycle.completion import opened_at
from footy.goals.model.documents import EventDocument
from footy.goals.settings import Rules

# In match time. A tick waits for half a minute itself, and a download has a clip to fetch and to look at.
SLOW_TICK = timedelta(seconds=90)
SLOW_DOWNLOAD = timedelta(seconds=180)
SLOW_BATCH = timedelta(seconds=60)
SLOW_SEARCH = timedelta(seconds=40)
RULES = Rules()


def overdue(started: Iterable[datetime], allowed: timedelta, *, now: datetime, pace: float) -> bool:
    """Whether one of these executions has been running for longer than that, at this pace of the match clock."""
    return any((now - start) * pace > allowed for start in started)


def silent(goals: Iterable[EventDocument], running: set[str], *, now: datetime) -> bool:
    """Whether a search that runs has not done for too long what is due; one that died is the monitor's affair."""
    return any(latest_execution(goal) in running and _is_late(goal, now) for goal in goals)


def _is_late(goal: EventDocument, now: datetime) -> bool:
    due = _next_due(goal)
    return due is not None and now - due > SLOW_SEARCH


def _next_due(goal: EventDocument) -> datetime | None:
    """When the search has to be opened, or its next attempt to be made; None when nothing more is due."""
    if not goal["_monitor_complete"]:
        return goal["_telemetry"].get("stable_at")
    made = len(goal["_telemetry"].get("attempts", []))
    if goal["_download_complete"] or made >= RULES.searches_per_goal:
        return None  # a search that waits for its last download to register is not late
    last, opened = last_heartbeat(goal), opened_at(goal)
    return last if last == opened else last + timedelta(seconds=RULES.attempt_seconds)
