"""The hash of one picture: equalised, shrunk to 9x8, and which of two neighbours is brighter, 64 times."""

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

Gray = npt.NDArray[np.uint8]

LARGE_EDGE = 240
GRID = (9, 8)


def shrunk(picture: Image.Image) -> Image.Image:
    """A large picture at a half, a quarter, an eighth: the bits stay, the work does not."""
    while min(picture.size) >= LARGE_EDGE:
        # the steps that Pillow knows best
        picture = picture.reduce(4 if min(picture.size) >= 2 * LARGE_EDGE else 2)
    return picture


def grid(picture: Image.Image) -> Gray:
    """The 9x8 picture that is compared with itself."""
    return np.asarray(ImageOps.equalize(picture).resize(GRID, Image.Resampling.LANCZOS))


def bits(small: Gray) -> int:
    """64 bits, row by row: is the left one darker than the right one?"""
    return int.from_bytes(np.packbits(small[:, :-1] < small[:, 1:]).tobytes(), "big")


def hash_bits(picture: Image.Image) -> int:
    """The hash of a picture of any size."""
    return bits(grid(shrunk(picture)))
