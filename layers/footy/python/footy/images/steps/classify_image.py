"""Has the model name what is in one image."""

from typing import NotRequired, TypedDict

from footy.core.errors import SquareUnusable
from footy.images.container import ImagesContainer
from footy.images.keys import square_key
from footy.images.model import Guess, ModelSeal
from footy.images.rules.model_card import pixels_of


class Input(TypedDict):
    """The image, and the execution that has loaded it; those that began before there were squares do not tell it."""

    key: str
    execution: NotRequired[str]


class Output(TypedDict):
    """What the image may show, the most probable first, and who says so."""

    top: list[Guess]
    model: ModelSeal


def classify_image(request: Input, container: ImagesContainer) -> Output:
    """The model is loaded by the first image that a process sees, and checked against its card."""
    classifier = container.classifier
    if "execution" not in request:
        raise SquareUnusable("the image was loaded before squares were made")
    square = container.squares.read(square_key(request["key"], request["execution"]))
    try:
        pixels = pixels_of(square, classifier.card)
    except SquareUnusable:
        container.forget_model()
        raise
    return {"top": classifier.best(pixels, container.rules.labels_per_image), "model": classifier.seal}
