"""Lambda function of `load_image`."""

from footy.core.function import function_of
from footy.images.container import ImagesContainer
from footy.images.steps.load_image import load_image

container = ImagesContainer()
handle = function_of(load_image, container)
