"""Decides whether one goal's search goes on."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.searching import Next, next_attempt
from footy.telemetry import handler


class Input(TypedDict):
    """A goal, and the number of its last attempt."""

    event_id: str
    attempt: int


@handler
def handle(event: Input, context: LambdaContext) -> Next:
    """Search, settle, or stop because the goal is gone."""
    return next_attempt(event["event_id"], event["attempt"], events=wiring.events(), rules=wiring.rules())
