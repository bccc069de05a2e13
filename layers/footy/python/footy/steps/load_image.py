"""The first act of a classification: its version is running, was opened, and has a thumbnail and a square.

Nobody else opens what strangers have uploaded.
"""

from typing import Literal, NotRequired, TypedDict

from footy.adapters.pictures import opened, square_of, thumbnail
from footy.errors import ImageRefused
from footy.model.images import Look, Square
from footy.model.keys import square_key, thumbnail_key
from footy.telemetry import say
from footy.world import World


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


def load_image(request: Input, world: World) -> Output:
    """A version that was replaced meanwhile, or belongs to another execution, is left alone."""
    key, execution = request["key"], request["execution"]
    if not world.images.run(key, request["event_id"], execution, world.clock.now()):
        say("image_left", key=key, execution=execution)
        return {"action": "leave", "look": None, "reason": ""}
    if request.get("round"):
        world.forget_model()
    card = world.model_card
    try:
        content = world.uploaded.read(key, request["version_id"])
        picture = opened(content, world.rules, max(card.resize, world.rules.thumbnail_edge))
    except ImageRefused as refusal:
        return {"action": "refuse", "look": None, "reason": str(refusal)}
    world.squares.put(square_key(key, execution), Square(square_of(picture, card).tobytes(), card.cut))
    place = thumbnail_key(key.partition("/")[0], execution)
    world.thumbnails.put(place, thumbnail(picture, world.rules))
    look: Look = {"width": picture.width, "height": picture.height, "format": picture.format, "thumbnail": place}
    return {"action": "classify", "look": look, "reason": ""}
