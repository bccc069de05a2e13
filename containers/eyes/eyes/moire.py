"""Moire of a filmed screen: its pixels interfere with the camera's, all over the picture."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from eyes.pixels import Picture

SIDE = 256
LEAST, MOST = 0.1, 0.45
"""Waves per pixel; coarser ones belong to the picture, finer ones to its noise."""
UPRIGHT = 0.03
"""Vertical and horizontal waves are excluded: seats, boards and the blocks of an encoder."""
FLOOR = 20.0

Numbers = NDArray[np.float32]


def moire(picture: Picture) -> float:
    """Return the median prominence of the strongest slanting wave in five tiles.

    A goal's net or a striped shirt fills one or two tiles, the pixels of a screen all of them.
    """
    if min(picture.shape[:2]) < SIDE:
        return 0.0
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.float32)
    return float(np.median([_prominence(tile) for tile in _tiles(gray)]))


def _tiles(gray: Numbers) -> Iterator[Numbers]:
    """Yield the centre and four tiles near the corners."""
    height, width = gray.shape
    down, across = height - SIDE, width - SIDE
    for y, x in ((0.5, 0.5), (0.15, 0.15), (0.15, 0.85), (0.85, 0.15), (0.85, 0.85)):
        row, column = round(y * down), round(x * across)
        yield gray[row : row + SIDE, column : column + SIDE]


def _prominence(tile: Numbers) -> float:
    window, slanting = _window()
    fine = tile - cv2.GaussianBlur(tile, (0, 0), 3)
    spectrum: Any = np.abs(np.fft.fftshift(np.fft.fft2(fine * window))).astype(np.float32)
    around = cv2.blur(cv2.medianBlur(spectrum, 5), (25, 25)) + FLOOR
    return float((spectrum / around)[slanting].max())


@cache
def _window() -> tuple[Numbers, NDArray[np.bool_]]:
    """Return a Hann window and the mask of counted waves."""
    y, x = np.mgrid[-SIDE // 2 : SIDE // 2, -SIDE // 2 : SIDE // 2] / SIDE
    waves = np.hypot(x, y)
    slanting = (waves > LEAST) & (waves < MOST) & (np.abs(x) > UPRIGHT) & (np.abs(y) > UPRIGHT)
    return np.outer(np.hanning(SIDE), np.hanning(SIDE)).astype(np.float32), slanting
