"""Load one uploaded image: decode it in the sandbox, store thumbnail and model input.

No other function decodes uploaded bytes, and this one has no database: the image's row is written by others (I13).
"""

from typing import Literal, TypedDict

from footy.core.errors import ImageRefused
from footy.images.container import ImagesContainer
from footy.images.keys import model_input_key, thumbnail_key
from footy.images.model import ModelInput, PictureInfo


class Input(TypedDict):
    """A version of an image, the execution that classifies it, and how often that has loaded it before."""

    key: str
    version_id: str | None
    execution: str
    round: int


class Output(TypedDict):
    """The next action of the execution, with a reason where the file cannot be classified."""

    action: Literal["classify", "refuse"]
    look: PictureInfo | None
    reason: str


def load_image(request: Input, container: ImagesContainer) -> Output:
    """Answer "refuse" for a file that is not classified."""
    key, execution = request["key"], request["execution"]
    if request["round"]:
        container.forget_model()
    card = container.model_card
    try:
        loaded = container.decoder.load(container.uploaded_images.read(key, request["version_id"]), card)
    except ImageRefused as refusal:
        return {"action": "refuse", "look": None, "reason": str(refusal)}
    container.model_inputs.put(model_input_key(key, execution), ModelInput(loaded.pixels, card.cut))
    small = thumbnail_key(key.partition("/")[0], execution)
    container.thumbnails.put(small, loaded.thumbnail)
    info: PictureInfo = {"width": loaded.width, "height": loaded.height, "format": loaded.format, "thumbnail": small}
    return {"action": "classify", "look": info, "reason": ""}
