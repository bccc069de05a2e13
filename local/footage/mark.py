"""A small block code in the corner of every rendered frame: which footage, which second, filmed or not.

It is what the simulated vision model reads instead of the picture. Forty blocks in two rows at the bottom left,
each an eightieth of the picture's width: four to synchronise, clip, second, filmed, and a checksum.
"""

import zlib
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

ROWS, COLUMNS = 2, 20
BLOCKS_ACROSS = 80
SYNC = (1, 0, 1, 0)
CLIP_BITS, SECOND_BITS, FILMED_BITS, CHECK_BITS = 16, 8, 1, 11
BLACK, WHITE = 16, 235
MIN_CONTRAST = 60.0
PLANE = 2


@dataclass(frozen=True, slots=True)
class Mark:
    """What the blocks say."""

    clip: int
    second: int
    filmed: bool


def blocks(mark: Mark, width: int) -> Picture:
    """The code as a grey picture for a frame of this width."""
    bits = np.array(_bits(mark), np.uint8).reshape(ROWS, COLUMNS)
    side = width / BLOCKS_ACROSS
    size = (round(side * COLUMNS), round(side * ROWS))
    grey = np.where(bits == 1, WHITE, BLACK).astype(np.uint8)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def read(picture: Picture) -> Mark | None:
    """The code in a picture, grey or colour, or nothing where there is none."""
    grey = picture if picture.ndim == PLANE else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    height, width = grey.shape
    side = width / BLOCKS_ACROSS
    levels = [
        _level(grey, height - (ROWS - row) * side, column * side, side)
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    white, black = (levels[0] + levels[2]) / 2, (levels[1] + levels[3]) / 2
    if white - black < MIN_CONTRAST:
        return None
    return _parse([int(level > (white + black) / 2) for level in levels])


def _level(grey: Picture, top: float, left: float, side: float) -> float:
    """The brightness in the middle of one block, away from its blurred edges."""
    rows = slice(int(top + side / 4), max(int(top + side / 4) + 1, round(top + side * 3 / 4)))
    columns = slice(int(left + side / 4), max(int(left + side / 4) + 1, round(left + side * 3 / 4)))
    return float(grey[rows, columns].mean())


def _bits(mark: Mark) -> tuple[int, ...]:
    said = (mark.clip << (SECOND_BITS + FILMED_BITS)) | (mark.second << FILMED_BITS) | int(mark.filmed)
    data = _split(said, CLIP_BITS + SECOND_BITS + FILMED_BITS)
    return (*SYNC, *data, *_split(_check(said), CHECK_BITS))


def _parse(bits: list[int]) -> Mark | None:
    end = len(bits) - CHECK_BITS
    said = _join(bits[len(SYNC) : end])
    if tuple(bits[: len(SYNC)]) != SYNC or _join(bits[end:]) != _check(said):
        return None
    second = (said >> FILMED_BITS) & ((1 << SECOND_BITS) - 1)
    return Mark(clip=said >> (SECOND_BITS + FILMED_BITS), second=second, filmed=bool(said & 1))


def _check(said: int) -> int:
    return zlib.crc32(said.to_bytes(4)) & ((1 << CHECK_BITS) - 1)


def _split(number: int, bits: int) -> tuple[int, ...]:
    return tuple((number >> (bits - 1 - n)) & 1 for n in range(bits))


def _join(bits: list[int]) -> int:
    return int("".join(map(str, bits)), 2)
