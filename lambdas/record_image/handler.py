"""Writes down what came of a classification."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.record_image import Input, Output, record_image
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(record_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the row says now."""
    return world.run(record_image, event)
