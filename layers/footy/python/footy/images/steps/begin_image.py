"""Begin the classification of one version: mark it as running."""

from typing import Literal, TypedDict

from footy.core.telemetry import log_info
from footy.images.container import ImagesContainer


class Input(TypedDict):
    """A version of an image, and the execution that classifies it."""

    key: str
    event_id: str
    execution: str


class Output(TypedDict):
    """The next action of the execution."""

    action: Literal["load", "leave"]


def begin_image(request: Input, container: ImagesContainer) -> Output:
    """Answer "leave" for a version that was replaced meanwhile or belongs to another execution."""
    key, execution = request["key"], request["execution"]
    if container.images.run(key, request["event_id"], execution, container.clock.now()):
        return {"action": "load"}
    log_info("image_left", key=key, execution=execution)
    return {"action": "leave"}
