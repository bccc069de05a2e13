"""How much speaks for two clips showing the same: every frame that looks alike counts, more so where things move."""

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
STEADY = 1  # a still picture that is encoded anew flickers by so many bits
ALIKE = 0.75  # of the frames that two clips share if they are aligned,
NEARLY = 0.65  # or so many, if those that are like the other's frame before or after make up for the rest
MOSTLY = 0.5  # of the frames that they share at any other alignment, or so many of them in all:
LONG = 24
EDGE = 2  # frames by which the starts or the ends of two clips may miss each other and still be aligned


class ClipHashes:
    """The frames of one clip; what is only asked of those that may be alike is made when it is asked for."""

    def __init__(self, frames: Sequence[int] | Hashes) -> None:
        self.hashes: Hashes = np.asarray(frames, dtype=np.uint64)

    @classmethod
    def of_digits(cls, digits: str) -> Self:
        """The frames as they are written, 16 digits each."""
        return cls(np.frombuffer(bytes.fromhex(digits), ">u8").astype(np.uint64))

    @cached_property
    def blank(self) -> npt.NDArray[np.bool_]:
        """Which frames show next to nothing."""
        bits = np.bitwise_count(self.hashes)
        nothing: npt.NDArray[np.bool_] = (bits <= BLANK_BITS) | (bits >= BITS - BLANK_BITS)
        return nothing

    @cached_property
    def weights(self) -> Numbers:
        """What each frame weighs: 0 in a still picture, 4 in one that moves well."""
        return np.clip(self._moved, 0, FULL_WEIGHT)

    @cached_property
    def stands(self) -> bool:
        """Whether the camera does, for most of the clip."""
        return bool(len(self)) and 2 * int((self._moved <= SWAY).sum()) > len(self)

    @cached_property
    def _moved(self) -> Numbers:
        """By how many bits the picture changes around each frame."""
        at = np.arange(len(self))
        around = self.hashes[np.maximum(at - 1, 0)] ^ self.hashes[np.minimum(at + 1, len(self) - 1)]
        moved: Numbers = np.bitwise_count(around).astype(np.int32) - STEADY
        return moved

    def __len__(self) -> int:
        return len(self.hashes)


def evidence(first: ClipHashes, second: ClipHashes, *, distance: int) -> float:
    """The best of what speaks for any alignment; symmetric."""
    return int(at_alignments(first, second, distance=distance).max(initial=0)) / FULL_WEIGHT


def evidence_of_changing_bits(first: ClipHashes, second: ClipHashes, *, distance: int) -> float:
    """The evidence of those bits that are not the same in all frames of both: borders are, whatever is inside them.

    They are fewer, and the distance is as much less.
    """
    frames = np.concatenate((first.hashes, second.hashes))
    changing = np.bitwise_or.reduce(frames ^ frames[:1], initial=0)
    one, other = (ClipHashes(clip.hashes & changing) for clip in (first, second))
    return evidence(one, other, distance=distance * int(np.bitwise_count(changing)) // BITS)


def at_alignments(first: ClipHashes, second: ClipHashes, *, distance: int) -> Numbers:
    """For every alignment the best local sum of (distance - bits apart), times the full weight.

    What is alike counts with the lower weight of the two frames, what is not counts in full, a blank frame not at
    all. Where the starts or the ends of the clips coincide most of the overlap has to be alike: a title or an end
    card that strangers share is not enough. Elsewhere a good part of it has to be, or some seconds of it: two pans
    that pass the same stand are not enough.
    """
    if not len(first) or not len(second):
        return np.empty(0, np.int32)
    nearer = _nearer(first, second, distance)
    weights = np.minimum(first.weights[:, None], second.weights[None])
    quarters = along_diagonals(nearer * np.where(nearer > 0, weights, FULL_WEIGHT))
    sums = np.cumsum(quarters, axis=0, dtype=np.int32)
    best: Numbers = (sums - np.minimum.accumulate(np.minimum(sums, 0), axis=0)).max(axis=0)
    says = along_diagonals(np.sign(nearer))
    seen, near = (says != 0).sum(axis=0), (says > 0).sum(axis=0)
    aligned = _aligned(len(first), len(second))
    enough = np.where(aligned, near > ALIKE * seen, (near >= MOSTLY * seen) | (near >= LONG))
    nearly = aligned & (near >= NEARLY * seen) & (best > best[enough].max(initial=0))
    if nearly.any():
        enough |= nearly & (along_diagonals(_near_a_neighbour(nearer)).sum(axis=0) > ALIKE * seen)
    best[~enough] = 0
    return best


def _near_a_neighbour(nearer: Numbers) -> npt.NDArray[np.bool_]:
    """Where two frames are alike, or one is like the other's neighbour: samples of one moment may miss each other."""
    alike = nearer > 0
    around = alike.copy()
    around[1:] |= alike[:-1]
    around[:-1] |= alike[1:]
    around[:, 1:] |= alike[:, :-1]
    around[:, :-1] |= alike[:, 1:]
    either: npt.NDArray[np.bool_] = around & (nearer != 0)
    return either


def _nearer(first: ClipHashes, second: ClipHashes, distance: int) -> Numbers:
    """How much nearer than the distance each two frames are; 0 where one is blank."""
    nearer: Numbers = distance - np.bitwise_count(first.hashes[:, None] ^ second.hashes[None]).astype(np.int32)
    nearer[first.blank] = 0
    nearer[:, second.blank] = 0
    return nearer


def along_diagonals(pairs: Numbers | npt.NDArray[np.bool_]) -> Numbers:
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
