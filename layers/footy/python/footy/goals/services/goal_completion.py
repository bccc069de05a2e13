"""Completion of goals whose downloads have finished or whose deadline has passed (S7, S9, F27)."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial

from footy.core.telemetry import count, isolate_failure, log_info
from footy.goals.adapters.mongo.goals.open_goals import CompletedGoal
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.fixtures.lifecycle.completion import closing_reason, finished_downloads
from footy.goals.model.documents import EventDocument
from footy.goals.model.ids import fixture_of
from footy.goals.settings import Rules


def close_goal(event_id: str, container: GoalsContainer) -> bool:
    """Close a goal if it is over; return whether it is complete."""
    event = container.events.find(event_id)
    if event is None or event["_download_complete"]:
        return event is not None
    return close_goals([event], container) == 1


def close_goals(open_goals: Iterable[EventDocument], container: GoalsContainer) -> int:
    """Close the goals that are over; return their number."""
    now = container.clock.now()
    over = [over for goal in open_goals if (over := _over(goal, now, container.rules))]
    closed = container.open_goals.complete(over, now)
    for goal in over:
        downloads, finished = len(goal.event["_download_workflows"]), len(finished_downloads(goal.event))
        event_id = goal.event["_event_id"]
        log_info("goal_closed", event_id=event_id, because=goal.because, downloads=downloads, finished=finished)
    if overdue := sum(goal.because == "deadline" for goal in over):
        count("GoalsOverdue", overdue)
    if unsearched := sum(goal.because == "never_opened" and scorer_known(goal.event) for goal in over):
        count("GoalsNeverOpened", unsearched)
    return closed


def _over(goal: EventDocument, now: datetime, rules: Rules) -> CompletedGoal | None:
    because = isolate_failure(fixture_of(goal["_event_id"]), partial(closing_reason, goal, now, rules), otherwise=None)
    return CompletedGoal(goal, because) if because else None
