"""Opens an uploaded image, and makes its thumbnail and what the model is to look at."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.steps.load_image import Input, Output, load_image
from footy.telemetry import handler
from footy.world import World

world = World()


@handler(load_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers whether there is something to classify."""
    return world.run(load_image, event)
