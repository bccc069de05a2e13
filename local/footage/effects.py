"""Edits of footage before it is posted."""

import cv2
import numpy as np

from local.footage.canvas import HEIGHT, WIDTH, Picture, words
from local.replay.posts import Variant

ROOM = (38, 42, 52)
BEZEL = 12
SCREEN = ((58, 40), (598, 22), (612, 322), (46, 338))
SHAKE = 3.0


class Effects:
    """Edits of one post, frame by frame."""

    def __init__(self, variants: tuple[Variant, ...]) -> None:
        self._variants = variants
        self._room = Room() if "filmed" in variants else None

    def apply(self, picture: Picture, second: float) -> Picture:
        if "watermark" in self._variants:
            words(picture, "@demo_mirror", (WIDTH - 170, HEIGHT - 60), 0.6, (200, 200, 255))
        if "caption" in self._variants:
            cv2.rectangle(picture, (0, HEIGHT - 78), (WIDTH, HEIGHT - 40), (20, 20, 20), -1)
            words(picture, "WHAT A GOAL - WATCH TILL THE END", (60, HEIGHT - 52), 0.75)
        if self._room:
            picture = self._room.film(picture, second)
        return _upright(picture) if "portrait" in self._variants else picture


class Room:
    """Television in a dark room, filmed by a shaking hand."""

    def __init__(self) -> None:
        corners = np.array(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), np.float32)
        self._warp = cv2.getPerspectiveTransform(corners, np.array(SCREEN, np.float32))
        self._wall = np.full((HEIGHT, WIDTH, 3), ROOM, np.uint8)
        cv2.polylines(self._wall, [np.array(SCREEN, np.int32)], isClosed=True, color=(8, 8, 8), thickness=2 * BEZEL)
        self._moire = _moire()

    def film(self, picture: Picture, second: float) -> Picture:
        shake = np.array(((1, 0, SHAKE * np.sin(second * 2.1)), (0, 1, SHAKE * np.sin(second * 3.3)), (0, 0, 1)))
        striped = cv2.multiply(picture, self._moire, scale=1 / 255)
        room = self._wall.copy()
        cv2.warpPerspective(
            striped, shake @ self._warp, (WIDTH, HEIGHT), room, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT
        )
        return room


def _moire() -> Picture:
    """Return the moire of two grids, with the blue cast of a screen."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    waves = np.sin(columns * 1.9 + rows * 0.35) * np.sin(rows * 2.3 - columns * 0.2)
    grey = 205 + 35 * waves
    return np.asarray(np.stack((grey + 15, grey - 10, grey - 30), axis=-1), np.uint8)


def _upright(picture: Picture) -> Picture:
    """Return the middle of the picture in portrait format."""
    width = HEIGHT * 9 // 16
    x = (WIDTH - width) // 2
    return picture[:, x : x + width]
