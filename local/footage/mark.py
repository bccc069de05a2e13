"""Block code in the corner of every rendered frame: the footage, the second, and whether a screen was filmed.

The simulated vision model reads it instead of the picture. Forty blocks in two rows at the bottom left,
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
class FrameMark:
    """Content of the code."""

    clip: int
    second: int
    filmed: bool


def blocks(mark: FrameMark, width: int) -> Picture:
    """Return the code as a grey picture for a frame of this width."""
    bits = np.array(_bits(mark), np.uint8).reshape(ROWS, COLUMNS)
    side = width / BLOCKS_ACROSS
    size = (round(side * COLUMNS), round(side * ROWS))
    grey = np.where(bits == 1, WHITE, BLACK).astype(np.uint8)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_NEAREST), np.uint8)


def read(picture: Picture) -> FrameMark | None:
    """Return the code in a picture, grey or colour; None without a readable one."""
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


def _level(grey: Picture, top: float, x: float, side: float) -> float:
    """Return the brightness in the middle of one block, away from its blurred edges."""
    rows = slice(int(top + side / 4), max(int(top + side / 4) + 1, round(top + side * 3 / 4)))
    columns = slice(int(x + side / 4), max(int(x + side / 4) + 1, round(x + side * 3 / 4)))
    return float(grey[rows, columns].mean())


def _bits(mark: FrameMark) -> tuple[int, ...]:
    payload = (mark.clip << (SECOND_BITS + FILMED_BITS)) | (mark.second << FILMED_BITS) | int(mark.filmed)
    data = _split(payload, CLIP_BITS + SECOND_BITS + FILMED_BITS)
    return (*SYNC, *data, *_split(_check(payload), CHECK_BITS))


def _parse(bits: list[int]) -> FrameMark | None:
    end = len(bits) - CHECK_BITS
    payload = _join(bits[len(SYNC) : end])
    if tuple(bits[: len(SYNC)]) != SYNC or _join(bits[end:]) != _check(payload):
        return None
    second = (payload >> FILMED_BITS) & ((1 << SECOND_BITS) - 1)
    return FrameMark(clip=payload >> (SECOND_BITS + FILMED_BITS), second=second, filmed=bool(payload & 1))


def _check(payload: int) -> int:
    return zlib.crc32(payload.to_bytes(4)) & ((1 << CHECK_BITS) - 1)


def _split(number: int, bits: int) -> tuple[int, ...]:
    return tuple((number >> (bits - 1 - n)) & 1 for n in range(bits))


def _join(bits: list[int]) -> int:
    return int("".join(map(str, bits)), 2)
