"""Lambda function of `record_image`."""

from footy.core.function import function_of
from footy.images.container import ImagesContainer
from footy.images.steps.record_image import record_image

container = ImagesContainer()
handle = function_of(record_image, container)
