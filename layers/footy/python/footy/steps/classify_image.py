"""Has the model name what is in one image."""

from typing import NotRequired, TypedDict

from footy.errors import SquareUnusable
from footy.images.card import pixels_of
from footy.model.images import Guess, ModelSeal
from footy.model.keys import square_key
from footy.world import World


class Input(TypedDict):
    """The image, and the execution that has loaded it; those that began before there were squares do not tell it."""

    key: str
    execution: NotRequired[str]


class Output(TypedDict):
    """What the image may show, the most probable first, and who says so."""

    top: list[Guess]
    model: ModelSeal


def classify_image(request: Input, world: World) -> Output:
    """The model is loaded by the first image that a process sees, and checked against its card."""
    classifier = world.classifier
    if "execution" not in request:
        raise SquareUnusable("the image was loaded before squares were made")
    square = world.squares.read(square_key(request["key"], request["execution"]))
    try:
        pixels = pixels_of(square, classifier.card)
    except SquareUnusable:
        world.forget_model()
        raise
    return {"top": classifier.best(pixels, world.rules.labels_per_image), "model": classifier.seal}
