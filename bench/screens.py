"""Filmed screens, pictures that look like one, and pictures that are not football; two frames of each."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import cv2
import numpy as np
import numpy.typing as npt

from local.footage.canvas import Picture, Scene
from local.footage.field import GRASS, PARQUET, SportsField
from local.footage.graphic import draw
from local.footage.scenes import CloseUpScene, StillScene, TalkShowScene
from local.replay.broadcast import ScoreGraphic
from local.replay.timeline import BroadcastClock

SIZE = (1280, 720)
QUALITY = 80
SECONDS = (2.0, 6.0)
SHOWN_AT = 67 * 60
SHIRTS = ("#75aadb", "#1f2f66")

COLOURS = ((200, 60, 40), (60, 60, 210))
DARK_CROWD = (85, 70, 75)
"""No green in it: a stand at night."""

Corners = npt.NDArray[np.float32]
Filming = Callable[[Picture, np.random.Generator, float], Picture]


@dataclass(frozen=True, slots=True)
class Kind:
    """Kind of clip: scene, scoreboard and way of filming."""

    filming: Filming
    scene: Callable[[np.random.Generator, int], Scene]
    is_screen: bool = False
    is_football: bool = True
    goals: tuple[int, int] | None = (0, 0)
    """The score before the first goal; None draws no scoreboard."""


@dataclass(frozen=True, slots=True)
class Filmed:
    """Two frames of one clip, and the right answers to SCREEN and SOCCER."""

    kind: str
    is_screen: bool
    is_football: bool
    jpegs: tuple[bytes, ...]


def filmed(count: int) -> Iterator[Filmed]:
    """Yield `count` clips of every kind, always the same ones."""
    for name, kind in KINDS.items():
        for n in range(count):
            frames = tuple(_jpeg(_frame(kind, n, second)) for second in SECONDS)
            yield Filmed(name, kind.is_screen, kind.is_football, frames)


def _frame(kind: Kind, n: int, second: float) -> Picture:
    picture = kind.scene(np.random.default_rng([n, 21]), n).frame(second)
    if kind.goals is not None:
        draw(picture, _board(n, kind.goals), second)
    picture = np.asarray(cv2.resize(picture, SIZE, interpolation=cv2.INTER_CUBIC), np.uint8)
    return kind.filming(picture, np.random.default_rng([n, 22]), second)


def _board(n: int, goals: tuple[int, int]) -> ScoreGraphic:
    before, after = (goals[0] + n % 3, goals[1] + n % 2), (goals[0] + n % 3 + 1, goals[1] + n % 2)
    return ScoreGraphic("ARG", "FRA", SHIRTS, before, after, 3.0, BroadcastClock(SHOWN_AT + 40 * n, 90), 0, "running")


def _match(rng: np.random.Generator, n: int) -> Scene:
    return CloseUpScene(rng, COLOURS[0]) if n % 4 == 3 else SportsField(rng, GRASS, COLOURS)


def _close_up(rng: np.random.Generator, n: int) -> Scene:  # noqa: ARG001 - every one is
    return CloseUpScene(rng, COLOURS[0], DARK_CROWD)


def _other_sport(rng: np.random.Generator, n: int) -> Scene:  # noqa: ARG001
    return SportsField(rng, PARQUET, COLOURS)


def _talk_show(rng: np.random.Generator, n: int) -> Scene:  # noqa: ARG001
    return TalkShowScene(rng)


class _StandingCloseUp(CloseUpScene):
    """Close-up before a static camera."""

    def __init__(self, rng: np.random.Generator) -> None:
        super().__init__(rng, COLOURS[0], DARK_CROWD)
        self._speed = 0.0


class _TwoCameras:
    """Talk show with a cut between the two frames."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._cameras = (TalkShowScene(rng), TalkShowScene(rng))

    def frame(self, second: float) -> Picture:
        return self._cameras[second > SECONDS[0]].frame(second)


def _standing_close_up(rng: np.random.Generator, n: int) -> Scene:  # noqa: ARG001
    return _StandingCloseUp(rng)


def _cut_talk_show(rng: np.random.Generator, n: int) -> Scene:  # noqa: ARG001
    return _TwoCameras(rng)


def _still(rng: np.random.Generator, n: int) -> Scene:
    return StillScene(_match(rng, n))


def _jpeg(picture: Picture) -> bytes:
    _, written = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    return written.tobytes()


def _plain(picture: Picture, rng: np.random.Generator, second: float) -> Picture:  # noqa: ARG001 - as it was broadcast
    return picture


def _poor(picture: Picture, rng: np.random.Generator, second: float) -> Picture:  # noqa: ARG001 - the same all along
    small = cv2.resize(picture, (426, 240), interpolation=cv2.INTER_AREA)
    noisy = small + rng.normal(0, 6, small.shape)
    return np.asarray(cv2.resize(np.clip(noisy, 0, 255).astype(np.uint8), SIZE), np.uint8)


def _letterboxed(picture: Picture, rng: np.random.Generator, second: float) -> Picture:  # noqa: ARG001
    boxed = np.zeros_like(picture)
    boxed[90:630] = cv2.resize(picture, (1280, 540), interpolation=cv2.INTER_AREA)
    return boxed


def _windowboxed(picture: Picture, rng: np.random.Generator, second: float) -> Picture:  # noqa: ARG001
    """Put the picture on its own blur, as fan accounts do."""
    ground = np.asarray(cv2.GaussianBlur(picture, (0, 0), 25), np.uint8)
    ground[72:648, 128:1152] = cv2.resize(picture, (1024, 576), interpolation=cv2.INTER_AREA)
    return ground


def _captioned(picture: Picture, rng: np.random.Generator, second: float) -> Picture:  # noqa: ARG001
    cv2.rectangle(picture, (0, 560), (1280, 640), (15, 15, 15), -1)
    cv2.putText(picture, "WHAT A GOAL THAT IS", (260, 615), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (240, 240, 240), 3)
    return picture


def _television(frame: int, wall: int) -> Filming:
    """Film a television with its frame and the room around it."""

    def film(picture: Picture, rng: np.random.Generator, second: float) -> Picture:
        corners = _askew(rng, second, 0.09)
        room = np.full_like(picture, wall)
        room[:] = np.clip(room + np.linspace(-25, 25, 1280)[None, :, None], 0, 255)
        cv2.polylines(room, [corners.astype(np.int32)], isClosed=True, color=(frame, frame, frame), thickness=44)
        return _onto(_pixelled(picture, rng), room, corners)

    return film


def _cut_off(moire: float, glare: float) -> Filming:
    """Film a screen so near that no edge shows: a tilted picture, moire and the reflection of a lamp."""

    def film(picture: Picture, rng: np.random.Generator, second: float) -> Picture:
        pixelled = _pixelled(picture, rng, moire)
        near = _onto(pixelled, np.zeros_like(picture), _askew(rng, second, -0.06))
        x, y = rng.integers(200, 1080), rng.integers(100, 500)
        lamp = np.zeros((720, 1280), np.float32)
        cv2.ellipse(lamp, (int(x), int(y)), (150, 60), float(rng.uniform(0, 90)), 0, 360, 1.0, -1)
        lamp = cv2.GaussianBlur(lamp, (0, 0), 35)[..., None] * 255 * glare
        return np.asarray(np.clip(near * 0.9 + lamp + (18, 8, 0), 0, 255), np.uint8)

    return film


_screen = partial(Kind, scene=_match, is_screen=True)
_other = partial(Kind, _plain, is_football=False)
BASKETS = (54, 48)
KINDS: dict[str, Kind] = {
    "television, black frame": _screen(_television(12, 70)),
    "television, grey frame": _screen(_television(120, 150)),
    "television, white wall and frame": _screen(_television(225, 200)),
    "no edges, strong moire": _screen(_cut_off(0.22, 0.25)),
    "no edges, weak moire": _screen(_cut_off(0.07, 0.4)),
    "broadcast": Kind(_plain, _match),
    "poor copy": Kind(_poor, _match),
    "letterbox": Kind(_letterboxed, _match),
    "on its own blur": Kind(_windowboxed, _match),
    "caption": Kind(_captioned, _match),
    "close-up, no grass": Kind(_plain, _close_up),
    "close-up, no grass, static camera": Kind(_plain, _standing_close_up),
    "still": Kind(_plain, _still),
    "still, no board": Kind(_plain, _still, goals=None),
    "other sport, its board": _other(_other_sport, goals=BASKETS),
    "other sport, no board": _other(_other_sport, goals=None),
    "talk show, a match's board": _other(_talk_show),
    "talk show of two cameras, a match's board": _other(_cut_talk_show),
    "talk show, no board": _other(_talk_show, goals=None),
}


def _askew(rng: np.random.Generator, second: float, margin: float) -> Corners:
    """Return the corners of a screen filmed by hand, inside or outside the picture."""
    x, y = 1280 * margin, 720 * margin
    corners = np.array(((x, y), (1280 - x, y), (1280 - x, 720 - y), (x, 720 - y)))
    shake = 5 * np.sin(np.array((2.1, 3.3)) * second)
    return np.asarray(corners + rng.uniform(-28, 28, (4, 2)) + shake, np.float32)


def _pixelled(picture: Picture, rng: np.random.Generator, strength: float = 0.15) -> Picture:
    """Add moire: the grid of the screen interferes with that of the camera."""
    rows, columns = np.mgrid[0:720, 0:1280].astype(np.float32)
    waves = np.zeros((720, 1280), np.float32)
    for _ in range(2):
        angle, length = float(rng.uniform(0.2, 1.3)), float(rng.uniform(3.2, 8))
        bent = 12 * np.sin(rows / 300 + float(rng.uniform(0, 6)))
        waves += np.sin(2 * np.pi * (np.cos(angle) * columns + np.sin(angle) * (rows + bent)) / length)
    return np.asarray(np.clip(picture * (1 + strength * waves[..., None] / 2), 0, 255), np.uint8)


def _onto(picture: Picture, ground: Picture, corners: Corners) -> Picture:
    corners_of_picture = np.array(((0, 0), (1280, 0), (1280, 720), (0, 720)), np.float32)
    warp = cv2.getPerspectiveTransform(corners_of_picture, corners)
    result = ground.copy()
    cv2.warpPerspective(picture, warp, SIZE, result, cv2.INTER_LINEAR, cv2.BORDER_TRANSPARENT)
    return result
