"""The hash of the same frames without their borders, cut closer and mirrored: seen once, when all frames are known."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from fetcher.hashing import Gray, bits, grid

SMALL = (160, 90)  # the size frames are kept in until the last one has come: 14 kB each, whatever the clip
STILL = 24  # a border may flicker so much: what compression leaves of a picture's edge is not a picture
STILL_SHARE = 0.9  # of a row's or a column's pixels; captions move on some of them
LEAST_PICTURE = 0.3  # of either edge; less than that is a still clip with something small moving in it
LEAST_BORDER = 0.02
CLOSER = 0.15  # of either edge is cut away

Box = tuple[slice, slice]


def small(picture: Image.Image) -> Gray:
    """A frame as it is kept."""
    return np.asarray(picture.resize(SMALL, Image.Resampling.HAMMING))


def views(frames: Sequence[Gray]) -> dict[str, list[int]]:
    """Every view's hashes; there is none without borders where there are no borders."""
    stack = np.stack(frames)
    box = _picture(stack)
    inner = stack if box is None else stack[:, box[0], box[1]]
    grids = [grid(Image.fromarray(frame)) for frame in inner]
    closer = [grid(Image.fromarray(frame)) for frame in inner[:, *_closer(inner.shape[1], inner.shape[2])]]
    seen = {"crop": [bits(one) for one in closer], "mirror": [bits(one[:, ::-1]) for one in grids]}
    return seen if box is None else {"border": [bits(one) for one in grids], **seen}


def _picture(stack: Gray) -> Box | None:
    """Where something moves, or None when that is everywhere or (nearly) nowhere."""
    moves = stack.max(axis=0) - stack.min(axis=0) > STILL
    rows, columns = _span(moves.mean(axis=1)), _span(moves.mean(axis=0))
    if rows is None or columns is None:
        return None
    bordered = any(span.stop - span.start < size for span, size in zip((rows, columns), moves.shape, strict=True))
    return (rows, columns) if bordered else None


def _span(moving: np.ndarray[tuple[int], np.dtype[np.floating]]) -> slice | None:
    """From the first moving line to the last; thin borders are none, and one line more goes as it is half of each."""
    lines = np.flatnonzero(moving > 1 - STILL_SHARE)
    size = len(moving)
    if not len(lines) or lines[-1] - lines[0] < LEAST_PICTURE * size:
        return None
    start, stop = int(lines[0]), int(lines[-1]) + 1
    least = LEAST_BORDER * size
    return slice(start + 1 if start >= least else 0, stop - 1 if size - stop >= least else size)


def _closer(height: int, width: int) -> Box:
    top, left = round(height * CLOSER / 2), round(width * CLOSER / 2)
    return slice(top, height - top), slice(left, width - left)
