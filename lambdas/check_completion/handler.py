"""Looks, after a search has ended, whether its goal is complete."""

from typing import TypedDict

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy import stores, wiring
from footy.searching import Completion, check_completion
from footy.telemetry import handler


class Input(TypedDict):
    """A goal whose search has ended."""

    event_id: str


@handler
def handle(event: Input, context: LambdaContext) -> Completion:
    """The failsafe: nobody else may have marked it."""
    return check_completion(
        event["event_id"],
        events=stores.events(),
        downloads=stores.downloads(),
        clock=wiring.clock(),
        rules=wiring.rules(),
    )
