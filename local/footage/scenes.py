"""Scenes of the footage: a match in several shots, another sport, a talk show, a photograph."""

import cv2
import numpy as np

from local.footage.canvas import (
    DARK,
    HEIGHT,
    SKINS,
    WHITE,
    WIDTH,
    Colour,
    Picture,
    Scene,
    clouds,
    colour,
    pixels,
    window,
    words,
)
from local.footage.field import GRASS, PARQUET, SportsField
from local.replay.posts import ReplayClip

BACKDROP = 1100
CROWD = (70, 110, 75)


class MatchScene:
    """Play from the stand, a close-up of the scorer, and the goal from another position."""

    def __init__(self, rng: np.random.Generator, shirts: tuple[Colour, Colour], scorer: Colour, seconds: float) -> None:
        wide, again = SportsField(rng, GRASS, shirts), SportsField(rng, GRASS, shirts)
        self._shots: tuple[Scene, ...] = (wide, CloseUpScene(rng, scorer), again)
        self._cuts = tuple(float(seconds * share) for share in rng.uniform((0.5, 0.72), (0.62, 0.82)))

    def frame(self, second: float) -> Picture:
        shot = sum(second >= cut for cut in self._cuts)
        return self._shots[shot].frame(second)


class CloseUpScene:
    """Player who celebrates in front of a blurred crowd."""

    def __init__(self, rng: np.random.Generator, shirt: Colour, crowd: Colour = CROWD) -> None:
        tint = np.array(crowd, np.float32) * (1 + 0.9 * clouds(rng, (4, 12), (BACKDROP, HEIGHT))[..., None])
        self._backdrop = pixels(tint)
        self._shirt = shirt
        self._skin = SKINS[int(rng.integers(len(SKINS)))]
        self._number = str(int(rng.integers(2, 24)))
        self._from, self._speed = float(rng.uniform(0, 250)), float(rng.uniform(12, 26))

    def frame(self, second: float) -> Picture:
        picture = window(self._backdrop, self._from + self._speed * second)
        x, y = WIDTH // 2 + round(40 * np.sin(second * 1.5)), 210 + round(14 * np.sin(second * 5))
        cv2.ellipse(picture, (x, y + 120), (105, 130), 0, 0, 360, self._shirt, -1, cv2.LINE_AA)
        reach = round(50 * np.sin(second * 3))
        cv2.line(picture, (x - 85, y + 50), (x - 160, y - 60 - reach), self._skin, 30, cv2.LINE_AA)
        cv2.line(picture, (x + 85, y + 50), (x + 160, y - 60 + reach), self._skin, 30, cv2.LINE_AA)
        cv2.ellipse(picture, (x, y - 50), (42, 54), 0, 0, 360, self._skin, -1, cv2.LINE_AA)
        cv2.ellipse(picture, (x, y - 80), (44, 32), 0, 180, 360, DARK, -1, cv2.LINE_AA)
        words(picture, self._number, (x - 32, y + 130), 2.2)
        return picture


class TalkShowScene:
    """Two people at a table."""

    def __init__(self, rng: np.random.Generator) -> None:
        room = np.array((120, 60, 40), np.float32) * (1 + 0.8 * clouds(rng, (3, 6), (WIDTH, HEIGHT))[..., None])
        self._room = pixels(room)
        cv2.rectangle(self._room, (0, 270), (WIDTH, HEIGHT), (60, 90, 130), -1)
        cv2.rectangle(self._room, (110, 300), (540, 336), (150, 40, 30), -1)
        words(self._room, "THE LATE PANEL", (200, 326), 0.8)
        self._people = [(int(rng.integers(150, 220)), 0), (int(rng.integers(400, 480)), 1)]
        self._coats = [tuple(int(c) for c in rng.integers(20, 200, 3)) for _ in self._people]

    def frame(self, second: float) -> Picture:
        picture = self._room.copy()
        for (x, n), coat in zip(self._people, self._coats, strict=True):
            nod = round(6 * np.sin(second * (2 + n) + n))
            cv2.ellipse(picture, (x, 270), (75, 95), 0, 180, 360, coat, -1, cv2.LINE_AA)
            cv2.ellipse(picture, (x + nod, 140 + nod), (36, 46), 0, 0, 360, SKINS[n], -1, cv2.LINE_AA)
        return picture


class StillScene:
    """One picture for the whole clip."""

    def __init__(self, scene: Scene) -> None:
        self._picture = scene.frame(1.0)

    def frame(self, second: float) -> Picture:  # noqa: ARG002 - the same at every second
        return self._picture.copy()


def scene(clip: ReplayClip) -> Scene:
    """Return the scene of a clip; the same clip always has the same pixels."""
    rng = np.random.default_rng(clip.seed)
    if clip.scene == "other_sport":
        return SportsField(rng, PARQUET, (WHITE, (40, 40, 200)))
    if clip.scene == "talk_show":
        return TalkShowScene(rng)
    home, away = (colour(shirt) for shirt in clip.graphic.shirts)
    scorer = home if clip.graphic.after[0] > clip.graphic.before[0] else away
    match = MatchScene(rng, (home, away), scorer, clip.seconds)
    return StillScene(match) if clip.scene == "still" else match
