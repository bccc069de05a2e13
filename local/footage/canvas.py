"""Picture format and drawing functions of the footage renderer."""

from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

WIDTH, HEIGHT = 640, 360
FRAMES_PER_SECOND = 25
WHITE: Colour = (240, 240, 240)
DARK: Colour = (35, 30, 28)
SKINS: tuple[Colour, ...] = ((150, 180, 225), (95, 130, 180), (60, 85, 120))


class Scene(Protocol):
    """Source of frames: a picture of WIDTH x HEIGHT, blue-green-red, for every second."""

    def frame(self, second: float) -> Picture: ...


def colour(web: str) -> Colour:
    """Return a web colour (#rrggbb) in the order of the picture's planes."""
    red, green, blue = (int(web[n : n + 2], 16) for n in (1, 3, 5))
    return blue, green, red


def clouds(rng: np.random.Generator, shape: tuple[int, int], size: tuple[int, int]) -> NDArray[np.float32]:
    """Return smooth noise between about -1 and 1; `size` is width and height."""
    coarse = rng.uniform(-1, 1, shape).astype(np.float32)
    return np.asarray(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), np.float32)


def pixels(values: NDArray[np.float32]) -> Picture:
    """Return brightness values as a picture, clipped to its range."""
    return np.clip(values, 0, 255).astype(np.uint8)


def words(picture: Picture, text: str, at: tuple[int, int], scale: float, ink: Colour = WHITE) -> None:
    """Write a text with its lower left corner at a point."""
    cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, max(1, round(scale * 2)), cv2.LINE_AA)


def window(panorama: Picture, x_offset: float, top: float = 0.0) -> Picture:
    """Return a copy of the part of a wide picture that the camera sees."""
    x = int(np.clip(x_offset, 0, panorama.shape[1] - WIDTH))
    y = int(np.clip(top, 0, panorama.shape[0] - HEIGHT))
    return panorama[y : y + HEIGHT, x : x + WIDTH].copy()
