"""Opens the search of one goal."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.open_search import Input, Output, open_search
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(open_search)
def handle(event: Input, context: LambdaContext) -> Output:
    """The first act of a goal's execution."""
    return world.run(open_search, event)
