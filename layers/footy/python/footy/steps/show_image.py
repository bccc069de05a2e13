"""Shows one image of an organisation."""

from typing import TypedDict

from footy.adapters.image_lines import line_of
from footy.errors import ImageUnknown
from footy.images.arrival import current
from footy.model.images import ImageDocument, ImageLine
from footy.model.keys import image_key
from footy.world import World


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


Output = ImageLine


def show_image(request: Input, world: World) -> Output:
    """What is known of it now."""
    return line_of(image_of(request["token"], request["name"], world), world.uploaded, world.thumbnails)


def image_of(token: str, name: str, world: World) -> ImageDocument:
    """The image that an organisation means by this name; only ever one of its own."""
    organization_id = world.organizations.speaker(token)
    image = current(world.images.find(image_key(organization_id, name)))
    if image is None:
        raise ImageUnknown(f"there is no image {name!r}")
    return image
