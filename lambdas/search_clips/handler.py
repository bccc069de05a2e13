"""Makes the next attempt at finding clips of a goal, while one is wanted."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.search.loop import Lap
from footy.searching import Order, search_clips
from footy.telemetry import handler


class Input(TypedDict):
    """A goal, its last attempt, and the last attempt whose download was started."""

    event_id: str
    attempt: int
    started: int


@handler
def handle(event: Input, context: LambdaContext) -> Order:
    """One search at most; asked again, its answer is the same."""
    return search_clips(
        event["event_id"],
        Lap(event["attempt"], event["started"]),
        events=stores.events(),
        searches=stores.searches(),
        provider=wiring.search_provider(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
