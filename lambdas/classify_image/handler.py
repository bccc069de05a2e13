"""Lambda function of `classify_image`."""

from footy.core.function import function_of
from footy.images.container import ImagesContainer
from footy.images.steps.classify_image import classify_image

container = ImagesContainer()
handle = function_of(classify_image, container)
