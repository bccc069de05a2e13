"""Polls some fixtures of a tick."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.monitor import Batch
from footy.polling import Goal, poll_batch
from footy.telemetry import handler


class Asked(TypedDict):
    """Which tick, and which fixtures."""

    tick: str
    batch: Batch


class Answer(TypedDict):
    """The searches to start."""

    goals: list[Goal]


@handler
def handle(event: Asked, context: LambdaContext) -> Answer:
    """Answers which goals have to be searched for now."""
    goals = poll_batch(
        event["tick"],
        event["batch"],
        api=wiring.api_football(),
        live=wiring.live(),
        active=wiring.active(),
        staging=wiring.staging(),
        moves=wiring.moves(),
        leases=wiring.leases(),
        executions=wiring.executions(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
    return {"goals": goals}
