"""Failsafe completion check after the search of a goal has ended (S8)."""

from typing import TypedDict

from footy.goals.container import GoalsContainer
from footy.goals.services.goal_completion import close_goal


class Input(TypedDict):
    """Goal whose search has ended."""

    event_id: str


class Output(TypedDict):
    """Result of the check."""

    complete: bool


def check_completion(request: Input, container: GoalsContainer) -> Output:
    """Close the goal if every download has finished or its deadline has passed."""
    return {"complete": close_goal(request["event_id"], container)}
