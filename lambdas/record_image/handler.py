"""Writes down what came of a classification."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.images.container import ImagesContainer
from footy.images.steps.record_image import Input, Output, record_image

container = ImagesContainer()


@handler(record_image)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers what the row says now."""
    return container.run(record_image, event)
