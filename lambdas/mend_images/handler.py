"""Lambda function of `mend_images`."""

from footy.core.function import function_of
from footy.images.container import ImagesContainer
from footy.images.steps.mend_images import mend_images

container = ImagesContainer()
handle = function_of(mend_images, container)
