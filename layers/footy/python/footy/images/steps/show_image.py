"""Show one image of an organisation."""

from typing import TypedDict

from footy.images.adapters.image_rows import image_line
from footy.images.container import ImagesContainer
from footy.images.model import ImageLine
from footy.images.services import image_of


class Input(TypedDict):
    """A token, and the name of an image."""

    token: str
    name: str


Output = ImageLine


def show_image(request: Input, container: ImagesContainer) -> Output:
    """Return the image with fresh links."""
    return image_line(
        image_of(request["token"], request["name"], container), container.uploaded_images, container.thumbnails
    )
