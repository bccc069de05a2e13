"""The first act of a classification: its version is running, was opened, and has a thumbnail and a square.

Nobody else opens what strangers have uploaded.
"""

from typing import Literal, NotRequired, TypedDict

from footy.core.errors import ImageRefused
from footy.core.telemetry import log_info
from footy.images.adapters.decoder import opened, square_of, thumbnail
from footy.images.container import ImagesContainer
from footy.images.keys import square_key, thumbnail_key
from footy.images.model import Look, Square


class Input(TypedDict):
    """A version of an image, the execution that classifies it, and how often that has loaded it before."""

    key: str
    event_id: str
    version_id: str | None
    execution: str
    round: NotRequired[int]


class Output(TypedDict):
    """What the execution goes on with; a reason where the file cannot be classified."""

    action: Literal["classify", "refuse", "leave"]
    look: Look | None
    reason: str


def load_image(request: Input, container: ImagesContainer) -> Output:
    """A version that was replaced meanwhile, or belongs to another execution, is left alone."""
    key, execution = request["key"], request["execution"]
    if not container.images.run(key, request["event_id"], execution, container.clock.now()):
        log_info("image_left", key=key, execution=execution)
        return {"action": "leave", "look": None, "reason": ""}
    if request.get("round"):
        container.forget_model()
    card = container.model_card
    try:
        content = container.uploaded.read(key, request["version_id"])
        picture = opened(content, container.rules, max(card.resize, container.rules.thumbnail_edge))
    except ImageRefused as refusal:
        return {"action": "refuse", "look": None, "reason": str(refusal)}
    container.squares.put(square_key(key, execution), Square(square_of(picture, card).tobytes(), card.cut))
    place = thumbnail_key(key.partition("/")[0], execution)
    container.thumbnails.put(place, thumbnail(picture, container.rules))
    look: Look = {"width": picture.width, "height": picture.height, "format": picture.format, "thumbnail": place}
    return {"action": "classify", "look": look, "reason": ""}
