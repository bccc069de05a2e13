"""Delete one image of an organisation."""

from dataclasses import dataclass
from typing import TypedDict

from footy.core.telemetry import log_info
from footy.images.container import ImagesContainer
from footy.images.services import image_of


class Input(TypedDict):
    """A token, and the name of an image."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Removal:
    """The image being removed; its row goes with S3's own event, in the order of the bucket's events."""

    name: str


Output = Removal


def remove_image(request: Input, container: ImagesContainer) -> Output:
    """Delete the object only: its row follows by S3's event, so that no later upload is mistaken for it (I11)."""
    image = image_of(request["token"], request["name"], container)
    container.uploaded_images.delete(image["_id"])
    log_info("image_deleted", key=image["_id"])
    return Removal(request["name"])
