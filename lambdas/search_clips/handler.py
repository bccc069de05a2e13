"""Makes the next attempt at finding clips of a goal, while one is wanted."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.search_clips import Input, Output, search_clips
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(search_clips)
def handle(event: Input, context: LambdaContext) -> Output:
    """One search at most; asked again, its answer is the same."""
    return world.run(search_clips, event)
