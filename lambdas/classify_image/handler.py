"""Has the model name what is in an image."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.classify_image import Input, Output, classify_image
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(classify_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the image may show."""
    return world.run(classify_image, event)
