"""Load one uploaded image: mark its version as running, decode it, store thumbnail and model input.

No other function decodes uploaded bytes.
"""

from typing import Literal, TypedDict

from footy.core.errors import ImageRefused
from footy.core.telemetry import log_info
from footy.images.adapters.decoder import cropped_pixels, decode, thumbnail
from footy.images.container import ImagesContainer
from footy.images.keys import model_input_key, thumbnail_key
from footy.images.model import ModelInput, PictureInfo


class Input(TypedDict):
    """A version of an image, the execution that classifies it, and how often that has loaded it before."""

    key: str
    event_id: str
    version_id: str | None
    execution: str
    round: int


class Output(TypedDict):
    """The next action of the execution, with a reason where the file cannot be classified."""

    action: Literal["classify", "refuse", "leave"]
    look: PictureInfo | None
    reason: str


def load_image(request: Input, container: ImagesContainer) -> Output:
    """Answer "leave" for a version that was replaced meanwhile or belongs to another execution."""
    key, execution = request["key"], request["execution"]
    if not container.images.run(key, request["event_id"], execution, container.clock.now()):
        log_info("image_left", key=key, execution=execution)
        return {"action": "leave", "look": None, "reason": ""}
    if request["round"]:
        container.forget_model()
    card = container.model_card
    try:
        content = container.uploaded_images.read(key, request["version_id"])
        picture = decode(content, container.rules, max(card.resize, container.rules.thumbnail_edge))
    except ImageRefused as refusal:
        return {"action": "refuse", "look": None, "reason": str(refusal)}
    model_input = ModelInput(cropped_pixels(picture, card).tobytes(), card.cut)
    container.model_inputs.put(model_input_key(key, execution), model_input)
    small = thumbnail_key(key.partition("/")[0], execution)
    container.thumbnails.put(small, thumbnail(picture, container.rules))
    info: PictureInfo = {"width": picture.width, "height": picture.height, "format": picture.format, "thumbnail": small}
    return {"action": "classify", "look": info, "reason": ""}
