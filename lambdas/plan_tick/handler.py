"""Begins a tick: takes its turn, and lists the fixtures to ask about."""

from datetime import datetime
from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.monitor import Plan, plan_tick
from footy.telemetry import handler


class Asked(TypedDict):
    """The minute that was scheduled, and the seconds into it."""

    scheduled: str
    offset: int


@handler
def handle(event: Asked, context: LambdaContext) -> Plan:
    """Answers what the tick polls, or that it has to be skipped."""
    return plan_tick(
        datetime.fromisoformat(event["scheduled"]),
        event["offset"],
        leases=stores.leases(),
        staging=stores.staging(),
        active=stores.active(),
        completed=stores.completed(),
        moves=stores.moves(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
