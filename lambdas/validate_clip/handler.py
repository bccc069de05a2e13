"""Has the vision model look at one clip."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.validate_clip import Input, Output, validate_clip
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(validate_clip)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers the verdict; None where nothing was fetched."""
    return world.run(validate_clip, event)
