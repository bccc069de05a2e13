"""Backlog of a replay: whether its work keeps up with the clock, which a busy machine cannot always do."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from footy.goals.fixtures.goal.starting import last_heartbeat, latest_execution
from footy.goals.fixtures.lifecycle.completion import opened_at
from footy.goals.model.documents import EventDocument
from footy.goals.settings import Rules

# in match time: a tick itself waits for half a minute, and a download fetches a clip and validates it
SLOW_TICK = timedelta(seconds=90)
SLOW_DOWNLOAD = timedelta(seconds=180)
SLOW_BATCH = timedelta(seconds=60)
SLOW_SEARCH = timedelta(seconds=40)
RULES = Rules()


def has_overdue(started: Iterable[datetime], limit: timedelta, *, now: datetime, pace: float) -> bool:
    """Return whether an execution has run for longer than the limit, at this pace of the replay clock."""
    return any((now - start) * pace > limit for start in started)


def has_silent_search(goals: Iterable[EventDocument], running: set[str], *, now: datetime) -> bool:
    """Return whether a running search is late; the monitor handles those that died."""
    return any(latest_execution(goal) in running and _is_late(goal, now) for goal in goals)


def _is_late(goal: EventDocument, now: datetime) -> bool:
    due = _next_due(goal)
    return due is not None and now - due > SLOW_SEARCH


def _next_due(goal: EventDocument) -> datetime | None:
    """Return when the search must open or make its next attempt; None when nothing is due."""
    if not goal["_monitor_complete"]:
        return goal["_telemetry"].get("stable_at")
    attempts = len(goal["_telemetry"].get("attempts", []))
    if goal["_download_complete"] or attempts >= RULES.searches_per_goal:
        return None  # a search that waits for its last download to register is not late
    last, opened = last_heartbeat(goal), opened_at(goal)
    return last if last == opened else last + timedelta(seconds=RULES.attempt_seconds)
