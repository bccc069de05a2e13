"""Classify a failed image again on request."""

from typing import TypedDict

from footy.core.telemetry import log_info
from footy.images.adapters.image_rows import image_line
from footy.images.container import ImagesContainer
from footy.images.model import ImageDocument, ImageLine
from footy.images.rules.transitions import started_again
from footy.images.services import image_of, start_classification


class Input(TypedDict):
    """A token, and the name of an image."""

    token: str
    name: str


Output = ImageLine


def retry_image(request: Input, container: ImagesContainer) -> Output:
    """Start only what failed; two requests at once start it once (I4)."""
    image = image_of(request["token"], request["name"], container)
    if image["status"] == "failed":
        restart = started_again(image, "manual", container.clock.now())
        if container.images.restart(image, restart):
            again: ImageDocument = {**image, **restart}
            start_classification(again, container)
            log_info("image_retried", key=image["_id"], execution=again["execution"])
        image = image_of(request["token"], request["name"], container)
    return image_line(image, container.uploaded_images, container.thumbnails)
