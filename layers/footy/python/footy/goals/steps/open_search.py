"""A search's first act: the monitor is told that it runs, and the goal learns its team's aliases."""

from typing import TypedDict

from footy.core.telemetry import log_info
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.tracking import team_credited
from footy.goals.search.loop import LoopState, resume_state
from footy.goals.services.aliases import resolve_for_search


class Input(TypedDict):
    """A goal, and the execution that searches for it."""

    event_id: str
    execution: str


class Output(TypedDict):
    """Where an earlier execution stopped, and the bounds and waits of the loop."""

    attempt: int
    started: int
    attempts: int
    pace_seconds: int
    settle_seconds: int


def open_search(request: Input, container: GoalsContainer) -> Output:
    """Opens a search, or opens it again where it stopped."""
    event_id, rules = request["event_id"], container.rules
    container.searches.open(event_id, execution=request["execution"], at=container.clock.now())
    found = container.events.find_with_fixture(event_id)
    if found and not found[1]["_twitter_aliases"]:  # a search that is opened again keeps the aliases it had
        fixture, event = found
        resolved = resolve_for_search(team_credited(fixture, event, rules), container)
        container.searches.keep_aliases(event_id, resolved.aliases, resolved.source)
    stopped = resume_state(found[1]) if found else LoopState(0, 0)
    log_info("search_opened" if found else "goal_gone", execution=request["execution"], after_attempt=stopped.attempt)
    return {
        "attempt": stopped.attempt,
        "started": stopped.started,
        "attempts": rules.attempts_per_goal,
        "pace_seconds": rules.attempt_seconds,
        "settle_seconds": rules.settle_minutes * 60,
    }
