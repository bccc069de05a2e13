"""Match footage for the clip measurements, drawn by the footage renderer of the local stack.

All goals of a match share two grounds; players and camera differ from goal to goal.
"""

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

from local.footage import canvas
from local.footage.canvas import FRAMES_PER_SECOND, WHITE, Colour, Scene, clouds, pixels, words
from local.footage.field import GRASS, PANORAMA, SportsField
from local.footage.scenes import CloseUpScene

Picture = npt.NDArray[np.uint8]
Film = list[Picture]
Shot = Callable[[int, int, float], Film]

WIDTH, HEIGHT = canvas.WIDTH // 2, canvas.HEIGHT // 2
GREY: Colour = (25, 25, 25)


class Camera:
    """Camera that zooms a little while it films a scene."""

    def __init__(self, scene: Scene, rng: np.random.Generator) -> None:
        self._scene = scene
        self._zoom, self._phase = float(rng.uniform(0.75, 0.92)), float(rng.uniform(0, 6))

    def frame(self, second: float) -> Picture:
        """Return the zoomed picture."""
        share = self._zoom * (1 + 0.08 * float(np.sin(0.9 * second + self._phase)))
        width, height = round(canvas.WIDTH * share), round(canvas.HEIGHT * share)
        x, y = (canvas.WIDTH - width) // 2, (canvas.HEIGHT - height) // 2
        part = self._scene.frame(second)[y : y + height, x : x + width]
        return np.asarray(cv2.resize(part, (canvas.WIDTH, canvas.HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)


class MovedArena(SportsField):
    """Arena with a given camera position, and a crowd that waves flags and arms."""

    def __init__(self, match: int, play: np.random.Generator, position: Callable[[float], float]) -> None:
        super().__init__(np.random.default_rng([match, 0]), GRASS, _shirts(match), play)
        self._speed = 0.0
        self._position = position
        self._waves = play.uniform(0.7, 1.3, (80, 3, 24)).astype(np.float32)

    def left(self, second: float) -> float:
        """Return the left edge of the picture."""
        return self._position(second)

    def frame(self, second: float) -> Picture:
        """Draw the scene; the light of the stands changes twice a second."""
        picture = super().frame(second)
        n, share = int(2 * second), 2 * second % 1
        wave = (1 - share) * self._waves[n] + share * self._waves[n + 1]
        light = cv2.resize(wave, (canvas.WIDTH, self.horizon), interpolation=cv2.INTER_LINEAR)[..., None]
        picture[: self.horizon] = pixels(picture[: self.horizon] * light)
        return picture


def film(match: int, goal: int, seconds: float) -> Film:
    """Draw one goal: the wide shot, the scorer close up, and the replay from the other side."""
    rng = np.random.default_rng([match, 2, goal])
    wide, replay = (SportsField(np.random.default_rng([match, n]), GRASS, _shirts(match), rng) for n in (0, 1))
    cuts = (seconds * float(rng.uniform(0.45, 0.6)), seconds * float(rng.uniform(0.65, 0.8)))
    shots: tuple[Scene, ...] = (Camera(wide, rng), CloseUpScene(rng, _shirts(match)[0]), Camera(replay, rng))
    return [_small(shots[sum(second >= cut for cut in cuts)].frame(second)) for second in _seconds(seconds)]


def free_kick(match: int, goal: int, seconds: float) -> Film:
    """Draw a kick before a static camera that is framed for this kick."""
    rng = np.random.default_rng([match, 11, goal])
    x = float(rng.uniform(100, PANORAMA - canvas.WIDTH - 100))
    return _filmed(MovedArena(match, rng, lambda _: x), seconds)


def penalty(match: int, goal: int, seconds: float) -> Film:
    """Draw a kick at the same end of the ground, framed a few pixels apart."""
    rng = np.random.default_rng([match, 12, goal])
    x = 60 + float(rng.uniform(-14, 14))
    return _filmed(MovedArena(match, rng, lambda _: x), seconds)


def tactical(match: int, goal: int, seconds: float) -> Film:
    """Draw play before a static camera that has the same frame for the whole match."""
    rng = np.random.default_rng([match, 13, goal])
    return _filmed(MovedArena(match, rng, lambda _: (PANORAMA - canvas.WIDTH) / 2), seconds)


def pan(match: int, goal: int, seconds: float) -> Film:
    """Draw play before a camera that follows the ball to and fro."""
    rng = np.random.default_rng([match, 14, goal])
    middle, reach, pace = (float(rng.uniform(*span)) for span in ((360, 500), (200, 350), (0.45, 1.1)))
    arena = MovedArena(match, rng, lambda second: middle + reach * float(np.sin(pace * second)))
    return _filmed(Camera(arena, rng), seconds)


def close_up(match: int, goal: int, seconds: float) -> Film:
    """Draw the scorer before the crowd."""
    return _filmed(CloseUpScene(np.random.default_rng([match, 15, goal]), _shirts(match)[0]), seconds)


def graphic(match: int, goal: int, seconds: float) -> Film:
    """Draw three seconds of a goal, then the full-time graphic that all goals of the match share."""
    board = _backdrop(np.random.default_rng([match, 16]))
    words(board, "FT  ARS 2-1 CHE", (48, 95), 0.8)
    words(board, "Saka 45'+1'  Rice 67'", (60, 140), 0.5)
    football = film(match, goal, seconds)[: 3 * FRAMES_PER_SECOND]
    return football + [board] * (len(_seconds(seconds)) - len(football))


def recorded(match: int, goal: int, seconds: float) -> Film:
    """Draw a goal as a screen recorder stores it: a bar at the bottom with a timer."""
    frames = film(match, goal, seconds)
    for n, picture in enumerate(frames):
        cv2.rectangle(picture, (0, HEIGHT - 22), (WIDTH, HEIGHT), GREY, -1)
        words(picture, f"00:{n // FRAMES_PER_SECOND:02d}", (8, HEIGHT - 6), 0.45)
        cv2.line(picture, (60, HEIGHT - 11), (60 + round(240 * n / len(frames)), HEIGHT - 11), (60, 60, 220), 3)
    return frames


def card(style: int, seconds: float, *, moving: bool) -> Film:
    """Draw the end card of an account: a logo before a pattern, static or flying in."""
    backdrop = _backdrop(np.random.default_rng([style, 3]))
    count = len(_seconds(seconds))
    return [_logo(backdrop.copy(), n / count if moving else 1.0) for n in range(count)]


def black(seconds: float) -> Film:
    """Draw black frames."""
    return [np.full((HEIGHT, WIDTH, 3), 4, np.uint8)] * len(_seconds(seconds))


SHOTS: dict[str, Shot] = {
    "free kicks": free_kick,
    "penalties": penalty,
    "tactical camera": tactical,
    "pans": pan,
    "close-ups": close_up,
    "graphics": graphic,
    "recorded screens": recorded,
}


def _shirts(match: int) -> tuple[Colour, Colour]:
    home, away = np.random.default_rng([match, 4]).integers(30, 230, (2, 3)).tolist()
    return tuple(home), tuple(away)


def _filmed(scene: Scene, seconds: float) -> Film:
    return [_small(scene.frame(second)) for second in _seconds(seconds)]


def _small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _backdrop(rng: np.random.Generator) -> Picture:
    planes = [110 + 80 * clouds(rng, (4, 6), (WIDTH, HEIGHT)) for _ in range(3)]
    return pixels(np.stack(planes, axis=2))


def _logo(picture: Picture, share: float) -> Picture:
    size = 20 + round(45 * share)
    centre = (round(WIDTH * (0.1 + 0.4 * share)), HEIGHT // 2)
    cv2.circle(picture, centre, size, WHITE, -1)
    cv2.rectangle(picture, (centre[0] - size, HEIGHT - 50), (centre[0] + size, HEIGHT - 30), (10, 10, 10), -1)
    return picture


def _seconds(seconds: float) -> list[float]:
    return [n / FRAMES_PER_SECOND for n in range(round(seconds * FRAMES_PER_SECOND))]
