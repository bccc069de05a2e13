"""Finds the few near hashes among very many without looking at each: multi-index hashing in numpy."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.intp]

PARTS = 4
BITS = 16
ROWS = 8  # query hashes looked up in one stroke


class Part:
    """All hashes sorted by one quarter of their bits, with the place where every value of it begins."""

    def __init__(self, hashes: Hashes, part: int) -> None:
        self._part = part
        values = self._value(hashes)
        self._order = np.argsort(values, kind="stable")
        self._hashes = hashes[self._order]  # those of one value side by side in memory
        self._begins = np.searchsorted(values[self._order], np.arange(2**BITS + 1))

    def near(self, queries: Hashes, distance: int, radius: int) -> tuple[Indexes, Indexes]:
        """Pairs (query, hash) within the distance whose quarters differ in at most `radius` bits."""
        probes = _flips(radius)
        values = (self._value(queries)[:, None] ^ probes).ravel()
        begins = self._begins[values]
        sizes = self._begins[values + 1] - begins
        before = np.cumsum(sizes) - sizes
        at = np.repeat(begins - before, sizes) + np.arange(sizes.sum())
        rows = np.repeat(np.arange(len(values)) // len(probes), sizes)
        near = np.flatnonzero(np.bitwise_count(self._hashes[at] ^ queries[rows]) <= distance)
        return rows[near], self._order[at[near]]

    def _value(self, hashes: Hashes) -> Indexes:
        return (hashes >> np.uint64(self._part * BITS) & np.uint64(2**BITS - 1)).astype(np.intp)


class MultiIndex:
    """Hashes within 10 bits differ in at most 2, 2, 2 or 1 bits in one of their quarters: 11 errors need 3+3+3+2."""

    def __init__(self, hashes: Hashes) -> None:
        self._parts = [Part(hashes, part) for part in range(PARTS)]

    def near(self, queries: Hashes, distance: int) -> Iterator[tuple[Indexes, Indexes]]:
        """Pairs (query, hash) that are within the distance; a pair may come more than once."""
        share, rest = divmod(distance + 1, PARTS)
        radii = [share - 1 + (part < rest) for part in range(PARTS)]
        for start in range(0, len(queries), ROWS):
            for part, radius in zip(self._parts, radii, strict=True):
                if radius >= 0:
                    rows, found = part.near(queries[start : start + ROWS], distance, radius)
                    yield rows + start, found


@cache
def _flips(radius: int) -> Indexes:
    """Every way to flip up to `radius` of a quarter's bits."""
    flipped = [bits for count in range(radius + 1) for bits in combinations(range(BITS), count)]
    return np.array([sum(1 << bit for bit in bits) for bits in flipped], dtype=np.intp)
