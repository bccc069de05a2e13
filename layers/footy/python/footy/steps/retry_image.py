"""Has an image classified again that could not be, because somebody asks for it."""

from typing import TypedDict

from footy.adapters.image_lines import line_of
from footy.images.course import started_again
from footy.model.images import ImageDocument, ImageLine
from footy.steps.accept_image import start
from footy.steps.show_image import image_of
from footy.telemetry import say
from footy.world import World


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


Output = ImageLine


def retry_image(request: Input, world: World) -> Output:
    """Only what failed is started again; whoever asks twice starts it once."""
    image = image_of(request["token"], request["name"], world)
    if image["status"] == "failed":
        restart = started_again(image, "by_hand", world.clock.now())
        if world.images.restart(image, restart):
            again: ImageDocument = {**image, **restart}
            start(again, world)
            say("image_retried", key=image["_id"], execution=again["execution"])
        image = image_of(request["token"], request["name"], world)
    return line_of(image, world.uploaded, world.thumbnails)
