"""Finds images that were left alone."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.mend_images import Input, Output, mend_images
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(mend_images)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many there were."""
    return world.run(mend_images, event)
