"""Deletes one image of an organisation."""

from dataclasses import dataclass
from typing import TypedDict

from footy.core.telemetry import log_info
from footy.images.container import ImagesContainer
from footy.images.steps.show_image import image_of


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Removal:
    """What is being removed; its row goes as soon as S3 has told of it, in the order of its events."""

    name: str


Output = Removal


def remove_image(request: Input, container: ImagesContainer) -> Output:
    """The object first: its row follows by the bucket's own event, and so no later upload is ever mistaken for it."""
    image = image_of(request["token"], request["name"], container)
    container.uploaded.delete(image["_id"])
    log_info("image_deleted", key=image["_id"])
    return Removal(request["name"])
