"""Has the model name what is in one image."""

from typing import TypedDict

from footy.adapters.pictures import opened
from footy.model.images import Guess, ModelSeal
from footy.world import World


class Input(TypedDict):
    """The version to look at, whatever its key holds by now."""

    key: str
    version_id: str | None


class Output(TypedDict):
    """What the image may show, the most probable first, and who says so."""

    top: list[Guess]
    model: ModelSeal


def classify_image(request: Input, world: World) -> Output:
    """The model is loaded by the first image that a process sees, and checked against its card."""
    classifier = world.classifier
    content = world.uploaded.read(request["key"], request["version_id"])
    picture = opened(content, world.rules, classifier.card.resize)
    return {"top": classifier.best(picture, world.rules.labels_per_image), "model": classifier.seal}
