"""Difference hash of one picture: equalise, shrink to 9x8, compare neighbours (H3)."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

Gray = npt.NDArray[np.uint8]

LARGE_EDGE = 240
GRID = (9, 8)


def shrunk(picture: Image.Image) -> Image.Image:
    """Shrink a large picture by powers of two, which keeps the bits and saves time."""
    while min(picture.size) >= LARGE_EDGE:
        # the factors for which Pillow has fast code
        picture = picture.reduce(4 if min(picture.size) >= 2 * LARGE_EDGE else 2)
    return picture


def grid(picture: Image.Image) -> Gray:
    """Return the equalised 9x8 picture."""
    return np.asarray(ImageOps.equalize(picture).resize(GRID, Image.Resampling.LANCZOS))


def bits(small: Gray) -> int:
    """Return 64 bits, row by row: left < right."""
    return int.from_bytes(np.packbits(small[:, :-1] < small[:, 1:]).tobytes(), "big")


def hash_bits(picture: Image.Image) -> int:
    """Return the hash of a picture of any size."""
    return bits(grid(shrunk(picture)))
