"""Ends a tick: what is over is closed, archived and cleared away, and the next one may begin."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.monitor import Finished, finish_tick
from footy.telemetry import handler


class Asked(TypedDict):
    """Which tick."""

    tick: str


@handler
def handle(event: Asked, context: LambdaContext) -> Finished:
    """Answers which fixtures were archived, and how many objects are gone."""
    return finish_tick(
        event["tick"],
        active=stores.active(),
        live=stores.live(),
        moves=stores.moves(),
        sweeps=stores.sweeps(),
        leases=stores.leases(),
        media=wiring.media(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
