"""A model and how to feed it: what stands in its `model.json`, and what numpy has to do for it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from footy.core.errors import ModelUnusable, SquareUnusable
from footy.images.model import Guess, Square

Filter = Literal["bilinear", "bicubic"]

Pixels = NDArray[np.uint8]
Planes = NDArray[np.float32]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """An ImageNet classifier as an ONNX file."""

    name: str
    file: str
    digest: str
    licence: str
    source: str
    # the shorter edge is brought to `resize`, and a square of `side` is cut from the middle
    resize: int
    side: int
    filter: Filter
    # of red, green, blue, each 0 to 255
    mean: tuple[float, float, float]
    deviation: tuple[float, float, float]
    # what comes out: scores that have to be made probabilities, or these
    output: Literal["scores", "probabilities"]
    labels: tuple[str, ...]

    @property
    def cut(self) -> str:
        """How a picture becomes a square: models of which this is the same look at the same one."""
        return f"{self.resize}/{self.side}/{self.filter}"


def pixels_of(square: Square, card: ModelCard) -> Pixels:
    """What the network is to see, if it was cut out for this model."""
    if square.cut != card.cut:
        raise SquareUnusable(f"it was cut out by {square.cut}, and {card.name} looks at {card.cut}")
    return np.frombuffer(square.pixels, np.uint8).reshape(card.side, card.side, 3)


def planes_of(square: Pixels, card: ModelCard) -> Planes:
    """A square of red, green, blue pixels as the network wants it: one picture of three planes."""
    planes = np.empty((1, 3, *square.shape[:2]), np.float32)
    # one colour after the other, in its place: no picture of floats is made to be turned round
    for colour, (mean, deviation) in enumerate(zip(card.mean, card.deviation, strict=True)):
        plane = planes[0, colour]
        np.subtract(square[:, :, colour], np.float32(mean), out=plane, dtype=np.float32)
        plane *= np.float32(1 / deviation)
    return planes


def best_of(given: NDArray[np.float32], card: ModelCard, count: int) -> list[Guess]:
    """The most probable labels, best first."""
    flat = np.asarray(given, np.float64).reshape(-1)
    if len(flat) != len(card.labels):
        raise ModelUnusable(f"{card.name} gives {len(flat)} numbers for {len(card.labels)} labels")
    if not np.isfinite(flat).all():
        raise ModelUnusable(f"{card.name} gives numbers that are none")
    probable = flat if card.output == "probabilities" else _softmax(flat)
    best = np.argsort(-probable, kind="stable")[:count]
    return [{"label": card.labels[place], "score": round(float(probable[place]), 6)} for place in best]


def _softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(scores - scores.max())
    return np.asarray(raised / raised.sum(), np.float64)
