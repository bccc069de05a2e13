"""Opens an uploaded image, and makes its thumbnail and what the model is to look at."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.images.container import ImagesContainer
from footy.images.steps.load_image import Input, Output, load_image

container = ImagesContainer()


@handler(load_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers whether there is something to classify."""
    return container.run(load_image, event)
