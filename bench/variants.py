"""Edits that people make to a clip before they post it again."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np

from bench.footage import HEIGHT, WIDTH, Film, Picture
from local.footage.canvas import FRAMES_PER_SECOND

WHITE = (240, 240, 240)
FIRST_QUALITY, NEXT_QUALITY, POOR_QUALITY = 23, 27, 36
"""x264's constant rate factors: of what was posted first, of a copy, and of a copy of copies."""


@dataclass(frozen=True, slots=True)
class Variant:
    """Edit of a film, its encoding, and whether the high recall target applies."""

    name: str
    change: Callable[[Film], Film]
    strict: bool = True
    fps: float = FRAMES_PER_SECOND
    quality: int = NEXT_QUALITY


def encode(file: Path, film: Iterable[Picture], fps: float = FRAMES_PER_SECOND, quality: int = FIRST_QUALITY) -> Path:
    """Write the film as an mp4 file."""
    with av.open(str(file), "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=Fraction(fps))
        stream.pix_fmt = "yuv420p"
        stream.options = {"preset": "veryfast", "crf": str(quality)}
        stream.codec_context.thread_count = 1
        for n, picture in enumerate(film):
            if not n:
                stream.height, stream.width = picture.shape[:2]
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode())
    return file


def _each(change: Callable[[Picture], Picture]) -> Callable[[Film], Film]:
    return lambda film: [change(picture) for picture in film]


def _resized(picture: Picture, width: int, height: int) -> Picture:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _inset(picture: Picture, ground: Picture, size: tuple[int, int], at: tuple[int, int]) -> Picture:
    background = ground.copy()
    (width, height), (x, top) = size, at
    background[top : top + height, x : x + width] = _resized(picture, width, height)
    return background


def _barred(width: int, height: int) -> Callable[[Picture], Picture]:
    black = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    return lambda picture: _inset(picture, black, (width, height), ((WIDTH - width) // 2, (HEIGHT - height) // 2))


def _watermark(picture: Picture) -> Picture:
    marked = picture.copy()
    cv2.putText(marked, "@goalsdaily", (190, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, WHITE, 2, cv2.LINE_AA)
    return marked


def _caption(picture: Picture) -> Picture:
    captioned = picture.copy()
    cv2.rectangle(captioned, (0, HEIGHT - 36), (WIDTH, HEIGHT - 12), (15, 15, 15), -1)
    cv2.putText(
        captioned, "WHAT A GOAL THAT IS", (40, HEIGHT - 18), cv2.FONT_HERSHEY_SIMPLEX, 0.6, WHITE, 1, cv2.LINE_AA
    )
    return captioned


def _gamma(power: float) -> Callable[[Picture], Picture]:
    table = (255 * (np.arange(256) / 255) ** power).astype(np.uint8)
    return lambda picture: np.asarray(cv2.LUT(picture, table), np.uint8)


def _paler(picture: Picture) -> Picture:
    return np.asarray(cv2.convertScaleAbs(picture, alpha=0.7, beta=45), np.uint8)


def _warmer(picture: Picture) -> Picture:
    return np.asarray(np.clip(picture * np.array((0.75, 1.0, 1.2)), 0, 255), np.uint8)


def _sampled(step: float) -> Callable[[Film], Film]:
    """Take every `step`-th frame."""
    return lambda film: [film[int(at)] for at in np.arange(0, len(film), step)]


def _reaction(film: Film) -> Film:
    """Draw a small nodding face in a corner."""
    reaction = [picture.copy() for picture in film]
    for n, picture in enumerate(reaction):
        cv2.rectangle(picture, (WIDTH - 80, HEIGHT - 60), (WIDTH, HEIGHT), (90, 60, 50), -1)
        cv2.circle(picture, (WIDTH - 40, HEIGHT - 28 + round(4 * np.sin(n / 6))), 17, (140, 170, 220), -1)
    return reaction


def _studio(picture: Picture) -> Picture:
    """Draw the picture inside a static backdrop."""
    across = np.linspace(70, 190, WIDTH, dtype=np.float32)[None, :, None]
    backdrop = np.broadcast_to(across * np.array((1.0, 0.6, 0.5), np.float32), (HEIGHT, WIDTH, 3)).astype(np.uint8)
    return _inset(picture, backdrop, (224, 126), (16, 20))


def _cropped(share: float) -> Callable[[Picture], Picture]:
    top, x = round(HEIGHT * share / 2), round(WIDTH * share / 2)
    return lambda picture: _resized(np.ascontiguousarray(picture[top : HEIGHT - top, x : WIDTH - x]), WIDTH, HEIGHT)


def cut(start: float, end: float) -> Callable[[Film], Film]:
    return lambda film: film[round(start * FRAMES_PER_SECOND) : len(film) - round(end * FRAMES_PER_SECOND)]


VARIANTS = (
    Variant("re-encode", list, quality=POOR_QUALITY),
    Variant("scale", _each(lambda picture: _resized(picture, 208, 116))),
    Variant("letterbox", _each(_barred(WIDTH, 136))),
    Variant("watermark", _each(_watermark)),
    Variant("caption", _each(_caption)),
    Variant("gamma darker", _each(_gamma(1.5))),
    Variant("gamma brighter", _each(_gamma(0.65))),
    Variant("less contrast", _each(_paler)),
    Variant("warmer colours", _each(_warmer)),
    Variant("fps 12.5", _sampled(2), fps=FRAMES_PER_SECOND / 2),
    Variant("fps 30", _sampled(FRAMES_PER_SECOND / 30), fps=30),
    Variant("speed 1.05", _sampled(1.05)),
    Variant("trim start", cut(2.1, 0)),
    Variant("trim both", cut(1.3, 1.6)),
    Variant("watermark, trim, poor", lambda film: _each(_watermark)(cut(1.1, 0.5)(film)), quality=POOR_QUALITY),
    Variant("pillarbox", _each(_barred(180, HEIGHT)), strict=False),
    Variant("picture in picture", _each(_studio), strict=False),
    Variant("reaction in a corner", _reaction, strict=False),
    Variant("mirror", _each(lambda picture: np.ascontiguousarray(picture[:, ::-1])), strict=False),
    Variant("crop 15 %", _each(_cropped(0.15)), strict=False),
)
