"""Sports fields seen from the stand: crowd, boards, field with its lines, and players."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from local.footage.canvas import DARK, HEIGHT, SKINS, WHITE, WIDTH, Colour, Picture, clouds, pixels, window

PANORAMA = 1500
BOARDS = 16
LIGHT = 0.45
MARGIN = 20


@dataclass(frozen=True, slots=True)
class FieldStyle:
    """Look of a field, and the size of the teams."""

    surface: Colour
    band: Colour
    lines: Colour
    band_width: tuple[int, int]
    players: int
    tallness: float


GRASS = FieldStyle(
    surface=(58, 112, 62), band=(11, 24, 12), lines=(225, 235, 225), band_width=(55, 130), players=22, tallness=1
)
PARQUET = FieldStyle(
    surface=(85, 140, 200), band=(8, 10, 14), lines=(60, 60, 200), band_width=(14, 22), players=10, tallness=2.2
)


class SportsField:
    """One field under one light, seen by a panning camera."""

    def __init__(
        self,
        rng: np.random.Generator,
        style: FieldStyle,
        shirts: tuple[Colour, Colour],
        play: np.random.Generator | None = None,
    ) -> None:
        """Draw the field from `rng`; `play` draws players and camera, for several goals on one field."""
        self._style = style
        self._shirts = shirts
        self.horizon = int(rng.integers(60, 125))
        self.panorama = _panorama(rng, style, self.horizon)
        rng = play or rng
        self._positions = rng.uniform((0, self.horizon + 30), (PANORAMA, HEIGHT - 40), (style.players, 2))
        self._phases = rng.uniform(0, 2 * np.pi, (style.players, 2))
        self._skins = rng.integers(0, len(SKINS), style.players)
        self._from = float(rng.uniform(0, PANORAMA - WIDTH))
        far = self._from < (PANORAMA - WIDTH) / 2
        self._speed = float(rng.uniform(28, 60)) * (1 if far else -1)
        self._sway = float(rng.uniform(0, 6))

    def frame(self, second: float) -> Picture:
        """Return the wide shot."""
        x_offset = float(np.clip(self.x_offset(second), 0, PANORAMA - WIDTH))
        picture = window(self.panorama, x_offset)
        for n, (x, y) in enumerate(self._runners(second)):
            if -MARGIN < x - x_offset < WIDTH + MARGIN:
                self._player(picture, n, round(x - x_offset), round(y))
        ball = (
            WIDTH // 2 + round(90 * np.sin(second * 1.7 + self._sway)),
            HEIGHT // 2 + round(70 * np.sin(second * 1.1)),
        )
        cv2.circle(picture, ball, 4, WHITE, -1, cv2.LINE_AA)
        return picture

    def x_offset(self, second: float) -> float:
        """Return the left edge of the camera's picture; it follows the play and trembles a little."""
        return self._from + self._speed * second + 14 * float(np.sin(1.3 * second + self._sway))

    def _runners(self, second: float) -> NDArray[np.float64]:
        swing = np.sin(self._phases + second * np.array((0.9, 0.6)))
        return np.asarray(self._positions + swing * (60, 18) + (self._speed * second * 0.6, 0))

    def _player(self, picture: Picture, n: int, x: int, y: int) -> None:
        depth = (y - self.horizon) / (HEIGHT - self.horizon)
        tall = int((13 + 20 * depth) * self._style.tallness)
        wide = int(13 + 20 * depth) // 4
        shirt = self._shirts[n % 2]
        cv2.ellipse(picture, (x, y), (tall // 2, 3), 0, 0, 360, tuple(c // 2 for c in self._style.surface), -1)
        cv2.rectangle(picture, (x - wide + 2, y - tall // 2), (x + wide - 2, y), DARK if n % 2 else WHITE, -1)
        cv2.rectangle(picture, (x - wide, y - tall), (x + wide, y - tall // 2), shirt, -1)
        cv2.circle(picture, (x, y - tall - wide), max(2, wide), SKINS[self._skins[n]], -1)


def _panorama(rng: np.random.Generator, style: FieldStyle, horizon: int) -> Picture:
    picture = np.zeros((HEIGHT, PANORAMA, 3), np.float32)
    picture[:horizon] = _crowd(rng, horizon)
    _boards(rng, picture[horizon : horizon + BOARDS])
    _field(rng, style, picture[horizon + BOARDS :])
    light = 1 + LIGHT * clouds(rng, (3, 10), (PANORAMA, HEIGHT))
    return pixels(picture * light[..., None])


def _crowd(rng: np.random.Generator, rows: int) -> NDArray[np.float32]:
    people = rng.integers(40, 190, (rows // 4 + 1, PANORAMA // 4 + 1, 3)).astype(np.float32)
    people = (people + people.mean(axis=2, keepdims=True)) / 2
    crowd = cv2.resize(people, (PANORAMA, (rows // 4 + 1) * 4), interpolation=cv2.INTER_LINEAR)[:rows]
    blocks = 1 + 0.5 * clouds(rng, (1, 14), (PANORAMA, 1))
    return np.asarray(crowd * blocks[..., None], np.float32)


def _boards(rng: np.random.Generator, strip: NDArray[np.float32]) -> None:
    x = 0
    while x < PANORAMA:
        width = int(rng.integers(70, 190))
        strip[:, x : x + width] = rng.integers(20, 245, 3)
        x += width


def _field(rng: np.random.Generator, style: FieldStyle, field: NDArray[np.float32]) -> None:
    """Draw bands and lines towards a vanishing point above the middle."""
    down = np.linspace(0, 1, len(field), dtype=np.float32)[:, None]
    across = (np.arange(PANORAMA, dtype=np.float32)[None] - PANORAMA / 2) / (0.6 + 0.9 * down)
    bands = np.floor(across / rng.integers(*style.band_width)) % 2
    field[:] = np.array(style.surface, np.float32) + bands[..., None] * np.array(style.band, np.float32)
    circle = np.abs(np.hypot(across, (down - 0.45) * 420) - 105) < 2  # noqa: PLR2004 - half a line's width
    middle = np.abs(across) < 2  # noqa: PLR2004
    box = (np.abs(np.abs(across) - 420) < 2) & (np.abs(down - 0.45) < 0.3)  # noqa: PLR2004
    border = np.broadcast_to(np.abs(down - 0.03) < 0.008, across.shape)  # noqa: PLR2004
    field[circle | middle | box | border] = style.lines
