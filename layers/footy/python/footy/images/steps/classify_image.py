"""Classify one image with the deployment's model."""

from typing import TypedDict

from footy.core.errors import ModelInputUnusable
from footy.images.container import ImagesContainer
from footy.images.keys import model_input_key
from footy.images.model import Guess, ModelVersion
from footy.images.rules.model_card import pixels_of


class Input(TypedDict):
    """The image, and the execution that has loaded it."""

    key: str
    execution: str


class Output(TypedDict):
    """Labels, the most probable first, and the model that gave them."""

    top: list[Guess]
    model: ModelVersion


def classify_image(request: Input, container: ImagesContainer) -> Output:
    """Load the model once per process, and forget it where its card has changed since."""
    classifier = container.classifier
    model_input = container.model_inputs.read(model_input_key(request["key"], request["execution"]))
    try:
        pixels = pixels_of(model_input, classifier.card)
    except ModelInputUnusable:
        container.forget_model()
        raise
    return {"top": classifier.best(pixels, container.rules.labels_per_image), "model": classifier.version}
