"""Makes one attempt at finding clips of a goal."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import wiring
from footy.searching import Order, search_clips
from footy.telemetry import handler


class Input(TypedDict):
    """A goal, and the number of this attempt."""

    event_id: str
    attempt: int


@handler
def handle(event: Input, context: LambdaContext) -> Order:
    """One search; asked again for the same attempt, its answer is the same."""
    return search_clips(
        event["event_id"],
        event["attempt"],
        events=wiring.events(),
        searches=wiring.searches(),
        provider=wiring.search_provider(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
