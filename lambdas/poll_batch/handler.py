"""Polls some fixtures of a tick."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
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
        live=stores.live(),
        active=stores.active(),
        staging=stores.staging(),
        moves=stores.moves(),
        leases=stores.leases(),
        executions=wiring.executions(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
    return {"goals": goals}
