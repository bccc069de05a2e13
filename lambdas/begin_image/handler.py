"""Lambda function of `begin_image`."""

from footy.core.function import function_of
from footy.images.container import ImagesContainer
from footy.images.steps.begin_image import begin_image

container = ImagesContainer()
handle = function_of(begin_image, container)
