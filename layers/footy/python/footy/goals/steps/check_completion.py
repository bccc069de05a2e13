"""Closes goals whose downloads are complete: the failsafe of a search, the end of each batch, the monitor's sweep."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import TypedDict

from footy.core.settings import Rules
from footy.core.telemetry import contained, count, say
from footy.goals.adapters.mongo.goals.open_goals import Over
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.goal.debounce import scorer_known
from footy.goals.fixtures.lifecycle.completion import closing_reason, finished_downloads
from footy.goals.model.documents import EventDocument
from footy.goals.model.ids import fixture_of


class Input(TypedDict):
    """A goal whose search has ended."""

    event_id: str


class Output(TypedDict):
    """Whether the goal is complete by now."""

    complete: bool


def check_completion(request: Input, container: GoalsContainer) -> Output:
    """Marks the goal complete when every download is through or its time is over."""
    event = container.events.find(request["event_id"])
    if event is None or event["_download_complete"]:
        return {"complete": event is not None}
    return {"complete": close_goals([event], container) == 1}


def close_goals(open_goals: Iterable[EventDocument], container: GoalsContainer) -> int:
    """Closes those of these goals that are over; answers how many."""
    now = container.clock.now()
    over = [over for goal in open_goals if (over := _over(goal, now, container.rules))]
    closed = container.open_goals.complete(over, now)
    for goal in over:
        say("goal_closed", event_id=goal.event["_event_id"], because=goal.because, **_counts(goal.event))
    if overdue := sum(goal.because == "deadline" for goal in over):
        count("GoalsOverdue", overdue)
    if unsearched := sum(goal.because == "never_opened" and scorer_known(goal.event) for goal in over):
        count("GoalsNeverOpened", unsearched)
    return closed


def _over(goal: EventDocument, now: datetime, rules: Rules) -> Over | None:
    because = contained(fixture_of(goal["_event_id"]), partial(closing_reason, goal, now, rules), otherwise=None)
    return Over(goal, because) if because else None


def _counts(goal: EventDocument) -> dict[str, int]:
    """How many downloads were registered, and how many of them came to their end."""
    return {"downloads": len(goal["_download_workflows"]), "finished": len(finished_downloads(goal))}
