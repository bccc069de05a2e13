"""Static background of a clip: a studio's stays the same between frames, a match's does not."""

import cv2
import numpy as np
from numpy.typing import NDArray

from eyes.pixels import Picture

Gray = NDArray[np.uint8]

SIZE, TILE = (320, 180), 20
PLAIN = 3.0
"""Tiles with less contrast are flat, and alike anywhere."""
LIKE = 0.9
"""Least correlation of two tiles that show the same, at most 1."""
MOST = 0.5
"""Share of the tiles with contrast; people move in front of the others."""


def background(picture: Picture) -> Gray:
    """Return the small gray picture that is compared."""
    return np.asarray(cv2.cvtColor(cv2.resize(picture, SIZE, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY))


def is_static(first: Gray, second: Gray) -> bool:
    """Return whether most tiles with contrast show the same in both pictures, at any brightness."""
    ours, theirs = _tiles(first), _tiles(second)
    contrast, other = ours.std(axis=1), theirs.std(axis=1)
    textured = np.maximum(contrast, other) >= PLAIN
    together = (ours * theirs).mean(axis=1) >= LIKE * contrast * other
    return bool(textured.any() and (together & (np.minimum(contrast, other) > 0))[textured].mean() >= MOST)


def _tiles(picture: Gray) -> NDArray[np.float32]:
    """Return the picture's tiles, one per row, minus their means."""
    height, width = picture.shape
    tiles = picture.reshape(height // TILE, TILE, width // TILE, TILE).swapaxes(1, 2).reshape(-1, TILE * TILE)
    centred: NDArray[np.float32] = tiles - tiles.mean(axis=1, keepdims=True, dtype=np.float32)
    return centred
