"""Goals that were never scored: footage of matches, every clip of a match in the same stadium under the same camera."""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Picture = npt.NDArray[np.uint8]
Film = list[Picture]

WIDTH, HEIGHT = 320, 180
FRAMES_PER_SECOND = 25
PANORAMA = 900
MARGIN = 30
PLAYERS = 14
WIDE, CLOSE, AGAIN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Stadium:
    """What all clips of one match share: two cameras that see the same stands, boards and grass."""

    panoramas: tuple[Picture, Picture]
    shirts: npt.NDArray[np.int64]

    @classmethod
    def of(cls, match: int) -> "Stadium":
        rng = np.random.default_rng([match, 1])
        return cls((_panorama(rng), _panorama(rng)), rng.integers(30, 230, (2, 3)))


def film(match: int, goal: int, seconds: float) -> Film:
    """One goal: play from the stand, the scorer close up, and the goal again from the other side."""
    rng = np.random.default_rng([match, 2, goal])
    stadium = Stadium.of(match)
    shots = [_Wide(rng, stadium, 0), _Close(rng, stadium), _Wide(rng, stadium, 1)]
    cuts = (seconds * float(rng.uniform(0.45, 0.6)), seconds * float(rng.uniform(0.65, 0.8)))
    times = np.arange(round(seconds * FRAMES_PER_SECOND)) / FRAMES_PER_SECOND
    return [shots[sum(second >= cut for cut in cuts)].frame(float(second)) for second in times]


def card(style: int, seconds: float, *, moving: bool) -> Film:
    """The end card of an account: a logo before a pattern, still or flying in."""
    rng = np.random.default_rng([style, 3])
    ground = _field(rng, (4, 6), (WIDTH, HEIGHT), 60, 190)
    count = round(seconds * FRAMES_PER_SECOND)
    return [_logo(ground.copy(), n / count if moving else 1.0) for n in range(count)]


def black(seconds: float) -> Film:
    """Nothing to see."""
    return [np.full((HEIGHT, WIDTH, 3), 4, np.uint8)] * round(seconds * FRAMES_PER_SECOND)


class _Wide:
    """The play as the main camera sees it."""

    def __init__(self, rng: np.random.Generator, stadium: Stadium, camera: int) -> None:
        self._panorama, self._shirts = stadium.panoramas[camera], stadium.shirts
        self._zoom = float(rng.uniform(0.75, 1.0))
        self._from, self._speed = float(rng.uniform(120, 460)), float(rng.uniform(14, 45)) * float(rng.choice((-1, 1)))
        self._sway, self._places = rng.uniform(0, 6, 3), rng.uniform((0, 70), (PANORAMA, HEIGHT - 15), (PLAYERS, 2))
        self._runs = rng.uniform((-25, -6), (25, 6), (PLAYERS, 2))

    def frame(self, second: float) -> Picture:
        picture = self._panorama.copy()
        for n, (x, y) in enumerate(self._places + self._runs * np.sin(second * 0.8 + self._sway[0])):
            size = 4 + round(8 * (y - 60) / HEIGHT)
            shirt = tuple(int(c) for c in self._shirts[n % 2])
            cv2.ellipse(picture, (round(x), round(y)), (size // 2, size), 0, 0, 360, shirt, -1)
        left = self._from + self._speed * second + 12 * float(np.sin(1.3 * second + self._sway[1]))
        zoom = self._zoom * (1 + 0.08 * float(np.sin(0.9 * second + self._sway[2])))
        return _window(picture, left, zoom)


class _Close:
    """A player who celebrates before a blurred crowd."""

    def __init__(self, rng: np.random.Generator, stadium: Stadium) -> None:
        self._ground = _field(rng, (5, 14), (PANORAMA, HEIGHT), 40, 170)
        self._shirt = tuple(int(c) for c in stadium.shirts[0])
        self._from, self._speed, self._beat = (float(rng.uniform(*span)) for span in ((0, 200), (10, 40), (3, 6)))

    def frame(self, second: float) -> Picture:
        picture = _window(self._ground, self._from + self._speed * second, 1.0)
        x, y = WIDTH // 2 + round(25 * np.sin(second * 1.5)), 105 + round(9 * np.sin(second * self._beat))
        cv2.ellipse(picture, (x, y + 60), (52, 66), 0, 0, 360, self._shirt, -1)
        reach = round(30 * np.sin(second * self._beat * 0.7))
        cv2.line(picture, (x - 42, y + 25), (x - 80, y - 30 - reach), (130, 160, 210), 15)
        cv2.line(picture, (x + 42, y + 25), (x + 80, y - 30 + reach), (130, 160, 210), 15)
        cv2.ellipse(picture, (x, y - 25), (21, 27), 0, 0, 360, (140, 170, 220), -1)
        return picture


def _panorama(rng: np.random.Generator) -> Picture:
    """Stands, boards and grass with its bands."""
    stands = int(rng.integers(40, 65))
    crowd = _field(rng, (3, 18), (PANORAMA, stands), 60, 150) / 255
    picture = np.zeros((HEIGHT, PANORAMA, 3), np.float32)
    picture[:stands] = rng.integers(60, 220, (stands, PANORAMA, 3)) * crowd
    edges = np.sort(rng.integers(0, PANORAMA, 14))
    boards = rng.integers(20, 245, (15, 3))[np.searchsorted(edges, np.arange(PANORAMA))]
    picture[stands : stands + 10] = boards
    bands = np.arange(PANORAMA) // int(rng.integers(35, 80)) % 2
    picture[stands + 10 :] = (52, 105, 58) + bands[None, :, None] * np.array((10, 22, 12))
    light = _field(rng, (3, 9), (PANORAMA, HEIGHT), 150, 255) / 255
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def _field(rng: np.random.Generator, cells: tuple[int, int], size: tuple[int, int], low: int, high: int) -> Picture:
    coarse = rng.integers(low, high, (*cells, 3)).astype(np.float32)
    return np.clip(cv2.resize(coarse, size, interpolation=cv2.INTER_CUBIC), 0, 255).astype(np.uint8)


def _window(panorama: Picture, left: float, zoom: float) -> Picture:
    """What the camera sees of a wide picture, to the part of a pixel."""
    wide, high = WIDTH * zoom, HEIGHT * zoom
    left = float(np.clip(left, MARGIN, PANORAMA - MARGIN - wide))
    shift = np.array(((1 / zoom, 0, -left / zoom), (0, 1 / zoom, -(HEIGHT - high) / 2 / zoom)))
    return np.asarray(cv2.warpAffine(panorama, shift, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR), np.uint8)


def _logo(picture: Picture, shown: float) -> Picture:
    size = 20 + round(45 * shown)
    centre = (round(WIDTH * (0.1 + 0.4 * shown)), HEIGHT // 2)
    cv2.circle(picture, centre, size, (245, 245, 245), -1)
    cv2.rectangle(picture, (centre[0] - size, HEIGHT - 50), (centre[0] + size, HEIGHT - 30), (10, 10, 10), -1)
    return picture
