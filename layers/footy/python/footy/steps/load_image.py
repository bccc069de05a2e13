"""The first act of a classification: its version is running, was looked at, and has a thumbnail."""

from typing import Literal, TypedDict

from footy.adapters.pictures import opened, thumbnail
from footy.errors import ImageRefused
from footy.model.images import Look
from footy.model.keys import thumbnail_key
from footy.telemetry import say
from footy.world import World


class Input(TypedDict):
    """A version of an image, and the execution that classifies it."""

    key: str
    event_id: str
    version_id: str | None
    execution: str


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
    try:
        picture = opened(world.uploaded.read(key, request["version_id"]), world.rules)
    except ImageRefused as refusal:
        return {"action": "refuse", "look": None, "reason": str(refusal)}
    place = thumbnail_key(key.partition("/")[0], execution)
    world.thumbnails.put(place, thumbnail(picture, world.rules))
    look: Look = {"width": picture.width, "height": picture.height, "format": picture.format, "thumbnail": place}
    return {"action": "classify", "look": look, "reason": ""}
