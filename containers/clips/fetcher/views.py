"""Hash views of a clip: without letterbox, without border, cropped, mirrored."""

from collections.abc import Sequence

import numpy as np
from PIL import Image

from fetcher.hashing import Gray, bits, grid

SMALL = (160, 90)  # thumbnails of 14 kB are stored until the last frame
STATIC = 24  # flicker that compression leaves in a static border
STATIC_SHARE = 0.9  # of a row's or column's pixels; captions change the others
FLAT = 8  # largest difference from the colour of a letterbox bar
TEXT_SHARE = 0.5  # of a bar's row or column may be text
LEAST_PICTURE = 0.3  # of either edge; a smaller picture is a small motion in a static clip
LEAST_BORDER = 0.02
CLOSER = 0.15  # of either edge is cropped

Box = tuple[slice, slice]


def small(picture: Image.Image) -> Gray:
    """Return the thumbnail of a frame."""
    return np.asarray(picture.resize(SMALL, Image.Resampling.HAMMING))


def views(frames: Sequence[Gray]) -> dict[str, list[int]]:
    """Return the hashes of all views; the views of letterbox and border only where the clip has them."""
    stack = np.stack(frames)
    bright, dark = stack.max(axis=0), stack.min(axis=0)
    between, box = _inside_letterbox(bright, dark), _picture(bright, dark)
    inner = stack if box is None else stack[:, *box]
    grids = _grids(inner)
    closer = _grids(inner[:, *_closer(inner.shape[1], inner.shape[2])])
    hashes = {"crop": [bits(one) for one in closer], "mirror": [bits(one[:, ::-1]) for one in grids]}
    if box is not None:
        hashes["border"] = [bits(one) for one in grids]
    if between is not None:
        hashes["bars"] = [bits(one) for one in _grids(stack[:, *between])]
    return hashes


def _grids(stack: Gray) -> list[Gray]:
    return [grid(Image.fromarray(frame)) for frame in stack]


def _inside_letterbox(bright: Gray, dark: Gray) -> Box | None:
    """Return the picture between letterbox bars; None for no bars or almost no picture."""
    rows, columns = _between_bars(bright, dark), _between_bars(bright.T, dark.T)
    if rows is None or columns is None:
        return None
    return None if (rows, columns) == tuple(slice(0, size) for size in bright.shape) else (rows, columns)


def _between_bars(bright: Gray, dark: Gray) -> slice | None:
    first, last = _bar(bright, dark), _bar(bright[::-1], dark[::-1])
    size = len(bright)
    return slice(first, size - last) if size - first - last >= LEAST_PICTURE * size else None


def _bar(bright: Gray, dark: Gray) -> int:
    """Count the lines from the edge that have the edge's colour in all frames; lines of text may lie between them."""
    colour = np.median(bright[0])
    different = ((bright > colour + FLAT) | (dark < colour - FLAT)).mean(axis=1)
    plain = different <= 1 - STATIC_SHARE
    lines = np.flatnonzero(plain & np.logical_and.accumulate(different <= TEXT_SHARE))
    return int(lines[-1]) + 1 if plain[0] and len(lines) >= LEAST_BORDER * len(plain) else 0


def _picture(bright: Gray, dark: Gray) -> Box | None:
    """Return the moving part of the picture; None for all or almost none of it."""
    moves = bright - dark > STATIC
    rows, columns = _span(moves.mean(axis=1)), _span(moves.mean(axis=0))
    if rows is None or columns is None:
        return None
    bordered = any(span.stop - span.start < size for span, size in zip((rows, columns), moves.shape, strict=True))
    return (rows, columns) if bordered else None


def _span(moving: np.ndarray[tuple[int], np.dtype[np.floating]]) -> slice | None:
    """Return the span of moving lines; thin borders do not count, and mixed edge lines are side out."""
    lines = np.flatnonzero(moving > 1 - STATIC_SHARE)
    size = len(moving)
    if not len(lines) or lines[-1] - lines[0] < LEAST_PICTURE * size:
        return None
    start, stop = int(lines[0]), int(lines[-1]) + 1
    least = LEAST_BORDER * size
    return slice(start + 1 if start >= least else 0, stop - 1 if size - stop >= least else size)


def _closer(height: int, width: int) -> Box:
    top, side = round(height * CLOSER / 2), round(width * CLOSER / 2)
    return slice(top, height - top), slice(side, width - side)
