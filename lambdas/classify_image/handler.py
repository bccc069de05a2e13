"""Has the model name what is in an image."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.images.container import ImagesContainer
from footy.images.steps.classify_image import Input, Output, classify_image

container = ImagesContainer()


@handler(classify_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the image may show."""
    return container.run(classify_image, event)
