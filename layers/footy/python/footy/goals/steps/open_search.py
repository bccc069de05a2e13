"""First step of a search: mark the goal as searched and resolve the aliases of its team (S2)."""

from typing import TypedDict

from footy.core.telemetry import log_info
from footy.goals.container import GoalsContainer
from footy.goals.fixtures.lifecycle.tracking import team_credited
from footy.goals.search.loop import LoopState, resume_state
from footy.goals.services.aliases import resolve_for_search


class Input(TypedDict):
    """Goal, and the execution of its search."""

    event_id: str
    execution: str


class Output(TypedDict):
    """State in which an earlier execution stopped, and the limits and pauses of the loop."""

    attempt: int
    started: int
    attempts: int
    pace_seconds: int
    settle_seconds: int


def open_search(request: Input, container: GoalsContainer) -> Output:
    """Open a search, or resume it where an earlier execution stopped."""
    event_id, rules = request["event_id"], container.rules
    container.searches.open(event_id, execution=request["execution"], at=container.clock.now())
    goal = container.events.find_with_fixture(event_id)
    if goal and not goal[1]["_twitter_aliases"]:  # a resumed search keeps its aliases
        fixture, event = goal
        resolved = resolve_for_search(team_credited(fixture, event, rules), container)
        container.searches.keep_aliases(event_id, resolved.aliases, resolved.source)
    state = resume_state(goal[1]) if goal else LoopState(0, 0)
    log_info("search_opened" if goal else "goal_gone", execution=request["execution"], after_attempt=state.attempt)
    return {
        "attempt": state.attempt,
        "started": state.started,
        "attempts": rules.attempts_per_goal,
        "pace_seconds": rules.attempt_seconds,
        "settle_seconds": rules.settle_minutes * 60,
    }
