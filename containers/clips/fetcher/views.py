"""The hash of the same frames without bars or borders, cut closer and mirrored: seen once, when all are known."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from fetcher.hashing import Gray, bits, grid

SMALL = (160, 90)  # the size frames are kept in until the last one has come: 14 kB each, whatever the clip
STILL = 24  # a border may flicker so much: what compression leaves of a picture's edge is not a picture
STILL_SHARE = 0.9  # of a row's or a column's pixels; captions move on some of them
FLAT = 8  # so far from the colour of its edge a bar may get
TEXT_SHARE = 0.5  # of a bar's row or column, between such as have none
LEAST_PICTURE = 0.3  # of either edge; less than that is a still clip with something small moving in it
LEAST_BORDER = 0.02
CLOSER = 0.15  # of either edge is cut away

Box = tuple[slice, slice]


def small(picture: Image.Image) -> Gray:
    """A frame as it is kept."""
    return np.asarray(picture.resize(SMALL, Image.Resampling.HAMMING))


def views(frames: Sequence[Gray]) -> dict[str, list[int]]:
    """Every view's hashes; there is none without bars or borders where there are no bars or borders."""
    stack = np.stack(frames)
    bright, dark = stack.max(axis=0), stack.min(axis=0)
    between, box = _between_bars(bright, dark), _picture(bright, dark)
    inner = stack if box is None else stack[:, *box]
    grids = _grids(inner)
    closer = _grids(inner[:, *_closer(inner.shape[1], inner.shape[2])])
    seen = {"crop": [bits(one) for one in closer], "mirror": [bits(one[:, ::-1]) for one in grids]}
    if box is not None:
        seen["border"] = [bits(one) for one in grids]
    if between is not None:
        seen["bars"] = [bits(one) for one in _grids(stack[:, *between])]
    return seen


def _grids(stack: Gray) -> list[Gray]:
    return [grid(Image.fromarray(frame)) for frame in stack]


def _between_bars(bright: Gray, dark: Gray) -> Box | None:
    """What bars of one colour leave; None when that is everything or (nearly) nothing."""
    rows, columns = _left_by_bars(bright, dark), _left_by_bars(bright.T, dark.T)
    if rows is None or columns is None:
        return None
    return None if (rows, columns) == tuple(slice(0, size) for size in bright.shape) else (rows, columns)


def _left_by_bars(bright: Gray, dark: Gray) -> slice | None:
    first, last = _bar(bright, dark), _bar(bright[::-1], dark[::-1])
    size = len(bright)
    return slice(first, size - last) if size - first - last >= LEAST_PICTURE * size else None


def _bar(bright: Gray, dark: Gray) -> int:
    """How many lines, from the first on, are of the first one's colour in all frames; text may stand amid them."""
    colour = np.median(bright[0])
    unlike = ((bright > colour + FLAT) | (dark < colour - FLAT)).mean(axis=1)
    bare = unlike <= 1 - STILL_SHARE
    lines = np.flatnonzero(bare & np.logical_and.accumulate(unlike <= TEXT_SHARE))
    return int(lines[-1]) + 1 if bare[0] and len(lines) >= LEAST_BORDER * len(bare) else 0


def _picture(bright: Gray, dark: Gray) -> Box | None:
    """Where something moves, or None when that is everywhere or (nearly) nowhere."""
    moves = bright - dark > STILL
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
