"""Deletes one image of an organisation."""

from dataclasses import dataclass
from typing import TypedDict

from footy.steps.show_image import image_of
from footy.telemetry import say
from footy.world import World


class Input(TypedDict):
    """Who asks, and for which image."""

    token: str
    name: str


@dataclass(frozen=True, slots=True)
class Removal:
    """What is being removed; its row goes as soon as S3 has told of it, in the order of its events."""

    name: str


Output = Removal


def remove_image(request: Input, world: World) -> Output:
    """The object first: its row follows by the bucket's own event, and so no later upload is ever mistaken for it."""
    image = image_of(request["token"], request["name"], world)
    world.uploaded.delete(image["_id"])
    say("image_deleted", key=image["_id"])
    return Removal(request["name"])
