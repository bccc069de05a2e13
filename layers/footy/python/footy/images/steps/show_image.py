"""Shows one image of an organisation."""

from typing import TypedDict

from footy.core.errors import ImageUnknown
from footy.images.adapters.image_rows import line_of
from footy.images.container import ImagesContainer
from footy.images.keys import image_key
from footy.images.model import ImageDocument, ImageLine
from footy.images.rules.arrival import current


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


Output = ImageLine


def show_image(request: Input, container: ImagesContainer) -> Output:
    """What is known of it now."""
    return line_of(image_of(request["token"], request["name"], container), container.uploaded, container.thumbnails)


def image_of(token: str, name: str, container: ImagesContainer) -> ImageDocument:
    """The image that an organisation means by this name; only ever one of its own."""
    organization_id = container.organizations.speaker(token)
    image = current(container.images.find(image_key(organization_id, name)))
    if image is None:
        raise ImageUnknown(f"there is no image {name!r}")
    return image
