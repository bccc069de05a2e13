"""Whether what is behind the people in a clip stands from one frame to the next: a studio does, a match does not."""

import cv2
import numpy as np
from numpy.typing import NDArray

from eyes.pixels import Picture

Gray = NDArray[np.uint8]

SIZE, TILE = (320, 180), 20
PLAIN = 3.0
"""So little contrast is a flat place, which is like any other."""
LIKE = 0.9
"""How far two pictures of a place have to go together, at most 1."""
MOST = 0.5
"""Of the places that are not flat; people move before the others."""


def backdrop(picture: Picture) -> Gray:
    """A picture as it is compared."""
    return np.asarray(cv2.cvtColor(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY))


def stands(first: Gray, second: Gray) -> bool:
    """Whether most places show the same in both, however bright; where all is flat nothing tells."""
    ours, theirs = _places(first), _places(second)
    contrast, other = ours.std(axis=1), theirs.std(axis=1)
    told = np.maximum(contrast, other) >= PLAIN
    together = (ours * theirs).mean(axis=1) >= LIKE * contrast * other
    return bool(told.any() and (together & (np.minimum(contrast, other) > 0))[told].mean() >= MOST)


def _places(picture: Gray) -> NDArray[np.float32]:
    """The picture in tiles, one a row, each against its own mean."""
    height, width = picture.shape
    tiles = picture.reshape(height // TILE, TILE, width // TILE, TILE).swapaxes(1, 2).reshape(-1, TILE * TILE)
    places: NDArray[np.float32] = tiles - tiles.mean(axis=1, keepdims=True, dtype=np.float32)
    return places
