"""Has an image classified again that could not be, because somebody asks for it."""

from typing import TypedDict

from footy.core.telemetry import log_info
from footy.images.adapters.image_rows import line_of
from footy.images.container import ImagesContainer
from footy.images.model import ImageDocument, ImageLine
from footy.images.rules.transitions import started_again
from footy.images.steps.accept_image import start
from footy.images.steps.show_image import image_of


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


Output = ImageLine


def retry_image(request: Input, container: ImagesContainer) -> Output:
    """Only what failed is started again; whoever asks twice starts it once."""
    image = image_of(request["token"], request["name"], container)
    if image["status"] == "failed":
        restart = started_again(image, "by_hand", container.clock.now())
        if container.images.restart(image, restart):
            again: ImageDocument = {**image, **restart}
            start(again, container)
            log_info("image_retried", key=image["_id"], execution=again["execution"])
        image = image_of(request["token"], request["name"], container)
    return line_of(image, container.uploaded, container.thumbnails)
