"""Finds images that were left alone."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from footy.core.telemetry import handler
from footy.images.container import ImagesContainer
from footy.images.steps.mend_images import Input, Output, mend_images

container = ImagesContainer()


@handler(mend_images)
def handle(event: Input, context: LambdaContext) -> Output:
    """Answers how many there were."""
    return container.run(mend_images, event)
