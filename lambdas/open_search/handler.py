"""Opens the search of one goal."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.opening import Opened, open_search
from footy.telemetry import handler


class Input(TypedDict):
    """A goal, and the execution that searches for it."""

    event_id: str
    execution: str


@handler
def handle(event: Input, context: LambdaContext) -> Opened:
    """The first act of a goal's execution."""
    return open_search(
        event["event_id"],
        event["execution"],
        events=stores.events(),
        searches=stores.searches(),
        aliases=stores.aliases(),
        names_of=wiring.names_in_play,
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
