"""How much speaks for two clips showing the same: every frame that looks alike counts, more so where things move."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Numbers = npt.NDArray[np.int32]

BLANK_BITS = 4  # so few bits set, or clear, come from a picture without edges: black, white, a fade
FULL_WEIGHT = 4
STEADY = 1  # a still picture that is encoded anew flickers by so many bits
ALIKE = 0.75  # of the frames that two clips share if they are aligned
EDGE = 2  # frames by which the starts or the ends of two clips may miss each other and still be aligned


class Footage:
    """The frames of one clip with the weight of each: 0 for a still picture, 4 for one that moves well."""

    def __init__(self, frames: Sequence[int]) -> None:
        self.hashes: Hashes = np.array(frames, dtype=np.uint64)
        last = len(frames) - 1
        at = np.arange(len(frames))
        around = self.hashes[np.maximum(at - 1, 0)] ^ self.hashes[np.minimum(at + 1, last)]
        moved = np.bitwise_count(around).astype(np.int32) - STEADY
        bits = np.bitwise_count(self.hashes)
        self.blank = (bits <= BLANK_BITS) | (bits >= 64 - BLANK_BITS)
        self.weights: Numbers = np.clip(moved, 0, FULL_WEIGHT)

    def __len__(self) -> int:
        return len(self.hashes)


def evidence(first: Footage, second: Footage, *, distance: int) -> float:
    """The best local sum of (distance - bits apart) over all diagonals; symmetric.

    What is alike counts with the lower weight of the two frames, what is not counts in full, a blank frame not at
    all. Where the starts or the ends of the clips coincide most of the overlap has to be alike: a title or an end
    card that strangers share is not enough.
    """
    if not len(first) or not len(second):
        return 0.0
    nearer = _nearer(first, second, distance)
    weights = np.minimum(first.weights[:, None], second.weights[None])
    quarters = _along_diagonals(nearer * np.where(nearer > 0, weights, FULL_WEIGHT))
    sums = np.cumsum(quarters, axis=0)
    lowest = np.minimum.accumulate(np.minimum(sums, 0), axis=0)
    best = (sums - lowest).max(axis=0)
    says = _along_diagonals(np.sign(nearer))
    mostly = (says > 0).sum(axis=0) > ALIKE * (says != 0).sum(axis=0)
    counting = mostly | ~_aligned(len(first), len(second))
    return int(best[counting].max(initial=0)) / FULL_WEIGHT


def _nearer(first: Footage, second: Footage, distance: int) -> Numbers:
    """How much nearer than the distance each two frames are; 0 where one is blank."""
    nearer: Numbers = distance - np.bitwise_count(first.hashes[:, None] ^ second.hashes[None]).astype(np.int32)
    nearer[first.blank] = 0
    nearer[:, second.blank] = 0
    return nearer


def _along_diagonals(pairs: Numbers) -> Numbers:
    """One column for every alignment; 0 where only one clip is left.

    Rows told to be one shorter than they are shift against each other, and diagonals become columns.
    """
    rows, columns = pairs.shape
    wide = np.zeros((rows, columns + rows), dtype=np.int32)
    wide[:, :columns] = pairs[::-1]
    return wide.ravel()[: rows * (rows + columns - 1)].reshape(rows, rows + columns - 1)


def _aligned(rows: int, columns: int) -> npt.NDArray[np.bool_]:
    """At which alignments the starts or the ends coincide."""
    shift = np.arange(rows + columns - 1) - (rows - 1)
    aligned: npt.NDArray[np.bool_] = (np.abs(shift) <= EDGE) | (np.abs(shift - (columns - rows)) <= EDGE)
    return aligned
