"""Prefilter of stored clips: unrelated ones need no full comparison.

It adds up what is similar at each alignment and subtracts nothing, which is never less than the evidence.
"""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from footy.goals.clips.copies.evidence import FULL_WEIGHT, ClipHashes, Hashes
from footy.goals.clips.copies.static_camera import CLOSE, fewest_alike

Indexes = npt.NDArray[np.intp]
Bits = npt.NDArray[np.uint8]

BLOCK = 1 << 14  # hashes of stored clips, and pairs with them, looked at in one stroke: they stay in the cache
PAIRS = 1 << 16


def prefilter(candidate: ClipHashes, stored: Sequence[ClipHashes], *, distance: int, needed: int) -> set[int]:
    """Return the clips that may reach the required evidence, or may show the same static scene."""
    lengths = np.array([len(one) for one in stored], dtype=np.intp)
    if not len(candidate) or not lengths.sum():
        return set()
    rows = np.flatnonzero(~candidate.blank)
    hashes = np.concatenate([one.hashes for one in stored])
    near = list(_near(candidate.hashes[rows], hashes, max(distance - 1, CLOSE)))
    if not near:
        return set()
    row, column, apart = (np.concatenate(parts) for parts in zip(*near, strict=True))
    row, clip = rows[row], np.repeat(np.arange(len(stored)), lengths)
    lane = column - row + (clip[column] + 1) * len(candidate) - 1  # one for every alignment with every clip
    lanes = int(lengths.sum()) + len(stored) * len(candidate)
    evidence = np.bincount(lane, candidate.weights[row] * np.maximum(distance - apart.astype(np.intp), 0), lanes)
    close = np.bincount(lane, apart <= CLOSE, lanes)
    first = np.cumsum(lengths + len(candidate)) - lengths - len(candidate)
    possible = np.maximum.reduceat(evidence, first) >= needed * FULL_WEIGHT
    possible |= np.maximum.reduceat(close, first) >= fewest_alike(len(candidate), lengths)
    return set(np.flatnonzero(possible).tolist())


def _near(queries: Hashes, hashes: Hashes, most: int) -> Iterator[tuple[Indexes, Indexes, Bits]]:
    """Yield pairs (query, hash) at most so many bits apart, with their distance."""
    for start in range(0, len(hashes), BLOCK):
        block = hashes[start : start + BLOCK]
        height = max(1, PAIRS // len(block))
        differ, apart = np.empty((height, len(block)), np.uint64), np.empty((height, len(block)), np.uint8)
        for top in range(0, len(queries), height):
            some = queries[top : top + height, None]
            unlike = np.bitwise_xor(some, block, out=differ[: len(some)])
            bits = np.bitwise_count(unlike, out=apart[: len(some)])
            if int(bits.min()) <= most:
                row, column = np.nonzero(bits <= most)
                yield row + top, column + start, bits[row, column]
