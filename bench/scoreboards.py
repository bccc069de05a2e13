"""Scoreboards of many broadcasters, drawn over a pitch: fonts, sizes, layouts, colours."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from local.footage.canvas import Picture
from local.footage.field import GRASS, SportsField

WIDTH, HEIGHT = 1280, 720
SIZES = (16, 20, 26, 34)
QUALITY = 80
NONE = "NONE"
# package of the registry -> its faces
FACES = {
    "font_roboto": ("Roboto-Regular.ttf", "Roboto-Bold.ttf", "Roboto-Black.ttf", "Roboto-Light.ttf"),
    "font_source_sans_pro": ("SourceSansPro-Semibold.ttf", "SourceSansPro-BlackIt.ttf"),
    "font_hanken_grotesk": ("HankenGrotesk-Medium.otf", "HankenGrotesk-Bold.otf"),
    "font_manrope": ("Manrope-Medium.ttf", "Manrope-ExtraBold.ttf"),
    "font_source_serif_pro": ("SourceSerifPro-Bold.ttf",),
    "font_fredoka_one": ("FredokaOne-Regular.ttf",),
}
PAPERS = (((20, 24, 40), "white"), ((240, 240, 240), (15, 15, 15)), ((110, 15, 40), "white"), ((250, 210, 40), "black"))
CODES = ("ARS", "CHE", "ARG", "FRA", "BAY", "INT", "PSG", "LIV")


@dataclass(frozen=True, slots=True)
class Drawn:
    """One picture and the texts in it."""

    face: str
    size: int
    kind: str
    clock: str
    added: str
    stoppage: str
    score: str
    jpeg: bytes


def drawn(count: int) -> Iterator[Drawn]:
    """Yield different scoreboards, always the same ones."""
    rng = np.random.default_rng(2022)
    faces = [(package, face) for package, names in FACES.items() for face in names]
    for n in range(count):
        package, face = faces[n % len(faces)]
        size = SIZES[n // len(faces) % len(SIZES)]
        yield _drawn(rng, package, face, size, n)


def _drawn(rng: np.random.Generator, package: str, face: str, size: int, n: int) -> Drawn:
    kind, clock, added, stoppage = _texts(rng, n)
    picture = Image.fromarray(_pitches()[n % len(_pitches())][..., ::-1])
    paper, ink = PAPERS[int(rng.integers(len(PAPERS)))]
    font = ImageFont.truetype(str(face_file(package, face)), size)
    home, away = rng.choice(CODES, 2, replace=False)
    goals = rng.integers(5), rng.integers(5)
    cells = [clock, str(home), f"{goals[0]} - {goals[1]}", str(away)]
    if n % 3 == 1:  # the clock behind the score
        cells = [*cells[1:], cells[0]]
    pen, tall = ImageDraw.Draw(picture), round(size * 1.5)
    widths = [round(pen.textlength(cell, font=font) + size) for cell in cells]
    x = round(WIDTH - 40 - sum(widths)) if n % 4 == 3 else 40 + int(rng.integers(60))
    y = 30 + int(rng.integers(30))
    for cell, width in zip(cells, widths, strict=True):
        _cell(pen, (x, y, width, tall), cell, font, (paper, ink))
        if cell == clock:
            _cell_row(pen, (x, y + tall + 2, tall), (stoppage, added), font)
        x += width
    score = f"{home} {goals[0]}-{goals[1]} {away}"
    return Drawn(face, size, kind, clock, added, stoppage, score, _jpeg(picture))


def _texts(rng: np.random.Generator, n: int) -> tuple[str, str, str, str]:
    """Return mostly running clocks; every tenth has a period in front, a break or stoppage time."""
    second = int(rng.integers(60))
    if n % 10 == 3:
        return "period", f"2H {rng.integers(1, 45):02d}:{second:02d}", NONE, NONE
    if n % 10 == 6:
        return "break", str(rng.choice(("HT", "FT"))), NONE, NONE
    if n % 10 in {8, 9}:
        full_minute, allowed = int(rng.choice((45, 90, 105, 120))), int(rng.integers(1, 9))
        return "stoppage", f"{full_minute}:00", f"+{allowed}", f"{rng.integers(allowed + 1):02d}:{second:02d}"
    return "running", f"{rng.integers(121):02d}:{second:02d}", NONE, NONE


def _cell_row(
    pen: ImageDraw.ImageDraw, place: tuple[int, int, int], texts: tuple[str, ...], font: ImageFont.FreeTypeFont
) -> None:
    x, y, tall = place
    for text in texts:
        if text != NONE:
            width = round(pen.textlength(text, font=font) + tall / 2)
            _cell(pen, (x, y, width, tall), text, font, ((25, 90, 40), "white"))
            x += width + 4


def _cell(
    pen: ImageDraw.ImageDraw,
    place: tuple[int, int, int, int],
    text: str,
    font: ImageFont.FreeTypeFont,
    colours: tuple[tuple[int, int, int], tuple[int, int, int] | str],
) -> None:
    x, y, width, tall = place
    paper, ink = colours
    pen.rectangle((x, y, x + width, y + tall), fill=paper)
    pen.text((x + width / 2, y + tall / 2), text, font=font, fill=ink, anchor="mm")


@cache
def _pitches() -> tuple[Picture, ...]:
    arenas = [SportsField(np.random.default_rng(n), GRASS, ((200, 60, 40), (60, 60, 210))) for n in range(8)]
    frames = [cv2.resize(arena.frame(1.0), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) for arena in arenas]
    return tuple(np.asarray(frame, np.uint8) for frame in frames)


@cache
def face_file(package: str, face: str) -> Path:
    """Return the file of a font face."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"{package} is not installed")
    return Path(spec.origin).parent / "files" / face


def _jpeg(picture: Image.Image) -> bytes:
    pixels = np.asarray(picture, np.uint8)[..., ::-1]
    _, written = cv2.imencode(".jpg", pixels, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    return written.tobytes()
