"""Pixel measures of a picture: the share of grass, and a screen's black frame."""

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Blue, green, red."""

SMALL = (320, 180)
GRASS = ((30, 61, 41), (75, 255, 255))
"""Lower and upper bound in HSV."""
BLACK = 30
SHARE = (0.2, 0.96)
FILLED = 0.85
"""Share of its smallest rotated box that a screen fills: it has four corners in any perspective."""


def grass(picture: Picture) -> float:
    """Return the share of the picture with the colours of a pitch."""
    colours = cv2.cvtColor(_small(picture), cv2.COLOR_BGR2HSV)
    return float(np.count_nonzero(cv2.inRange(colours, *map(np.array, GRASS)))) / (SMALL[0] * SMALL[1])


def bezel(picture: Picture) -> bool:
    """Return whether a closed black frame surrounds most of the picture, as around a television."""
    black = (cv2.cvtColor(_small(picture), cv2.COLOR_BGR2GRAY) < BLACK).astype(np.uint8)
    edges, nesting = cv2.findContours(black, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
    if nesting is None:
        return False
    return any(parent >= 0 and _is_screen(edge) for edge, (*_, parent) in zip(edges, nesting[0], strict=True))


def _is_screen(edge: Any) -> bool:
    outline = cv2.convexHull(edge)
    area = cv2.contourArea(outline)
    width, height = cv2.minAreaRect(outline)[1]
    share = area / (SMALL[0] * SMALL[1])
    return SHARE[0] <= share <= SHARE[1] and area >= FILLED * width * height


def _small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
