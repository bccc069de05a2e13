"""Evidence that two clips show the same footage, from their frame hashes (H5, H6, H8)."""

from collections.abc import Sequence
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

BITS = 64
BLANK_BITS = 4  # so few bits set, or clear, come from a picture without edges: black, white, a fade
FULL_WEIGHT = 4
SWAY = 8  # bits from the frame before to the frame after, where the camera stands and players run
STEADY = 1  # a re-encoded still picture flickers by so many bits
ALIKE = 0.75  # of the frames that two clips share if they are aligned,
NEARLY = 0.65  # or so many, if those that are like the other's frame before or after make up for the rest
MOSTLY = 0.5  # of the frames that they share at any other alignment, or so many of them in all:
LONG = 24
EDGE = 2  # frames by which the starts or the ends of two clips may miss each other and still be aligned


class ClipHashes:
    """Frame hashes of one clip; derived values are computed on first use."""

    def __init__(self, frames: Sequence[int] | Hashes) -> None:
        self.hashes: Hashes = np.asarray(frames, dtype=np.uint64)

    @classmethod
    def of_digits(cls, digits: str) -> Self:
        """Parse the hashes of frames, 16 digits each."""
        return cls(np.frombuffer(bytes.fromhex(digits), ">u8").astype(np.uint64))

    @cached_property
    def blank(self) -> npt.NDArray[np.bool_]:
        """Mark the frames that show almost nothing (H6)."""
        bits = np.bitwise_count(self.hashes)
        nothing: npt.NDArray[np.bool_] = (bits <= BLANK_BITS) | (bits >= BITS - BLANK_BITS)
        return nothing

    @cached_property
    def weights(self) -> Numbers:
        """Weigh each frame by its motion: 0 in a still picture, 4 in a moving one."""
        return np.clip(self._moved, 0, FULL_WEIGHT)

    @cached_property
    def is_static(self) -> bool:
        """Tell whether the camera is static for most of the clip (H7)."""
        return bool(len(self)) and 2 * int((self._moved <= SWAY).sum()) > len(self)

    @cached_property
    def _moved(self) -> Numbers:
        """Count the bits that change around each frame."""
        at = np.arange(len(self))
        around = self.hashes[np.maximum(at - 1, 0)] ^ self.hashes[np.minimum(at + 1, len(self) - 1)]
        moved: Numbers = np.bitwise_count(around).astype(np.int32) - STEADY
        return moved

    def __len__(self) -> int:
        return len(self.hashes)


def evidence(first: ClipHashes, second: ClipHashes, *, distance: int) -> float:
    """Return the best evidence of any alignment; symmetric."""
    return int(at_alignments(first, second, distance=distance).max(initial=0)) / FULL_WEIGHT


def evidence_of_changing_bits(first: ClipHashes, second: ClipHashes, *, distance: int) -> float:
    """Return the evidence of the bits that change in either clip: borders do not.

    The distance shrinks with the number of bits.
    """
    frames = np.concatenate((first.hashes, second.hashes))
    changing = np.bitwise_or.reduce(frames ^ frames[:1], initial=0)
    one, other = (ClipHashes(clip.hashes & changing) for clip in (first, second))
    return evidence(one, other, distance=distance * int(np.bitwise_count(changing)) // BITS)


def at_alignments(first: ClipHashes, second: ClipHashes, *, distance: int) -> Numbers:
    """Return the best local sum of (distance - differing bits) for every alignment, times the full weight.

    Similar frames count with the lower weight of the two, dissimilar ones in full, blank ones not at all (H6).
    Where starts or ends of the clips coincide, most of the overlap must be similar, because strangers share titles
    and end cards. Elsewhere a good part of it must be, or some seconds: two pans over the same stand are not enough
    (H8).
    """
    if not len(first) or not len(second):
        return np.empty(0, np.int32)
    nearer = _nearer(first, second, distance)
    weights = np.minimum(first.weights[:, None], second.weights[None])
    weighted = along_diagonals(nearer * np.where(nearer > 0, weights, FULL_WEIGHT))
    sums = np.cumsum(weighted, axis=0, dtype=np.int32)
    best: Numbers = (sums - np.minimum.accumulate(np.minimum(sums, 0), axis=0)).max(axis=0)
    signs = along_diagonals(np.sign(nearer))
    shared, near = (signs != 0).sum(axis=0), (signs > 0).sum(axis=0)
    aligned = _aligned(len(first), len(second))
    enough = np.where(aligned, near > ALIKE * shared, (near >= MOSTLY * shared) | (near >= LONG))
    nearly = aligned & (near >= NEARLY * shared) & (best > best[enough].max(initial=0))
    if nearly.any():
        enough |= nearly & (along_diagonals(_near_a_neighbour(nearer)).sum(axis=0) > ALIKE * shared)
    best[~enough] = 0
    return best


def _near_a_neighbour(nearer: Numbers) -> npt.NDArray[np.bool_]:
    """Mark frames similar to the other's frame or its neighbour: samples of one moment may miss each other."""
    alike = nearer > 0
    around = alike.copy()
    around[1:] |= alike[:-1]
    around[:-1] |= alike[1:]
    around[:, 1:] |= alike[:, :-1]
    around[:, :-1] |= alike[:, 1:]
    either: npt.NDArray[np.bool_] = around & (nearer != 0)
    return either


def _nearer(first: ClipHashes, second: ClipHashes, distance: int) -> Numbers:
    """Return how much nearer than the distance each two frames are; 0 where one is blank."""
    nearer: Numbers = distance - np.bitwise_count(first.hashes[:, None] ^ second.hashes[None]).astype(np.int32)
    nearer[first.blank] = 0
    nearer[:, second.blank] = 0
    return nearer


def along_diagonals(pairs: Numbers | npt.NDArray[np.bool_]) -> Numbers:
    """Return one column per alignment, padded with 0.

    Rows that are declared one shorter than they are shift against each other, so that diagonals become columns.
    """
    rows, columns = pairs.shape
    wide = np.zeros((rows, columns + rows), dtype=np.int32)
    wide[:, :columns] = pairs[::-1]
    return wide.ravel()[: rows * (rows + columns - 1)].reshape(rows, rows + columns - 1)


def _aligned(rows: int, columns: int) -> npt.NDArray[np.bool_]:
    """Mark the alignments at which the starts or the ends coincide."""
    shift = np.arange(rows + columns - 1) - (rows - 1)
    aligned: npt.NDArray[np.bool_] = (np.abs(shift) <= EDGE) | (np.abs(shift - (columns - rows)) <= EDGE)
    return aligned
