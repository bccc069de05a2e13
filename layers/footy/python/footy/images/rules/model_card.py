"""Model cards (`model.json`), and the preparation of pictures and scores that they describe."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from footy.core.errors import ModelInputUnusable, ModelUnusable
from footy.images.model import Guess, ModelInput

Filter = Literal["bilinear", "bicubic"]

Pixels = NDArray[np.uint8]
Planes = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class Crop:
    """Part of a picture that a model sees: the shorter edge is resized, and the centre of `side` x `side` is cut."""

    resize: int
    side: int
    filter: Filter

    @property
    def cut(self) -> str:
        """Return the name of the crop; models with equal names share model inputs."""
        return f"{self.resize}/{self.side}/{self.filter}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard(Crop):
    """Card of an ImageNet classifier as an ONNX file."""

    name: str
    file: str
    digest: str
    licence: str
    source: str
    # of red, green, blue, each 0 to 255
    mean: tuple[float, float, float]
    deviation: tuple[float, float, float]
    # scores need a softmax, probabilities do not
    output: Literal["scores", "probabilities"]
    labels: tuple[str, ...]


def pixels_of(model_input: ModelInput, card: ModelCard) -> Pixels:
    """Return the pixels if they were cropped for this model."""
    if model_input.cut != card.cut:
        raise ModelInputUnusable(f"the model input was cropped by {model_input.cut}, but {card.name} needs {card.cut}")
    return np.frombuffer(model_input.pixels, np.uint8).reshape(card.side, card.side, 3)


def planes_of(pixels: Pixels, card: ModelCard) -> Planes:
    """Convert RGB pixels to the three normalised planes that the network takes."""
    planes = np.empty((1, 3, *pixels.shape[:2]), np.float32)
    # colour by colour and in place: no second picture of floats
    for colour, (mean, deviation) in enumerate(zip(card.mean, card.deviation, strict=True)):
        plane = planes[0, colour]
        np.subtract(pixels[:, :, colour], np.float32(mean), out=plane, dtype=np.float32)
        plane *= np.float32(1 / deviation)
    return planes


def best_of(output: NDArray[np.float32], card: ModelCard, count: int) -> list[Guess]:
    """Return the most probable labels, best first."""
    flat = np.asarray(output, np.float64).reshape(-1)
    if len(flat) != len(card.labels):
        raise ModelUnusable(f"{card.name} gives {len(flat)} numbers for {len(card.labels)} labels")
    if not np.isfinite(flat).all():
        raise ModelUnusable(f"{card.name} gives numbers that are not finite")
    probable = flat if card.output == "probabilities" else _softmax(flat)
    best = np.argsort(-probable, kind="stable")[:count]
    return [{"label": card.labels[n], "score": round(float(probable[n]), 6)} for n in best]


def _softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float64)
