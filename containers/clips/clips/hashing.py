"""The hash of one picture: equalised, shrunk to 9x8, and which of two neighbours is brighter, 64 times."""

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageOps

Gray = npt.NDArray[np.uint8]

LARGE_EDGE = 480
SHRINK = 4
GRID = (9, 8)

cv2.setNumThreads(1)  # clips are worked on side by side already


def hash_bits(gray: Gray) -> int:
    """64 bits, row by row. Large pictures are quartered first: the bits stay, the work does not."""
    height, width = gray.shape
    if min(height, width) >= LARGE_EDGE:
        gray = np.asarray(
            cv2.resize(gray, (width // SHRINK, height // SHRINK), interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
    small = np.asarray(ImageOps.equalize(Image.fromarray(gray)).resize(GRID, Image.Resampling.LANCZOS))
    return int.from_bytes(np.packbits(small[:, :-1] < small[:, 1:]).tobytes(), "big")
