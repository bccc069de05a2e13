"""Spec match of one clip with many stored clips at every alignment (H4)."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.intp]

BLOCK = 1 << 14  # hashes looked at in one stroke: small enough to stay in the processor's cache


class Corpus:
    """Hashes of stored clips, concatenated."""

    def __init__(self, clips: Sequence[Sequence[int] | Hashes]) -> None:
        lengths = np.array([len(clip) for clip in clips], dtype=np.intp)
        self._hashes = np.concatenate([np.empty(0, np.uint64), *(np.asarray(clip, dtype=np.uint64) for clip in clips)])
        self._clip_at = np.repeat(np.arange(len(clips), dtype=np.intp), lengths)

    def matches(self, query: Sequence[int] | Hashes, *, distance: int, run: int) -> list[int]:
        """Return the clips with `run` consecutive frames within `distance` bits at some alignment."""
        frames = np.asarray(query, dtype=np.uint64)
        rows = np.arange(run - 1, len(frames), run)  # no run can lie between two of these
        clips = set[int]()
        for queries, columns in self._near(frames[rows], distance):
            hits = columns[self._in_run(frames, rows[queries], columns, distance, run)]
            clips.update(self._clip_at[hits].tolist())
        return sorted(clips)

    def _near(self, queries: Hashes, distance: int) -> Iterator[tuple[Indexes, Indexes]]:
        """Yield pairs (query, hash) within the distance, block by block."""
        for start in range(0, len(self._hashes), BLOCK):
            block = self._hashes[start : start + BLOCK]
            columns = [np.flatnonzero(np.bitwise_count(block ^ query) <= distance) for query in queries]
            rows = np.repeat(np.arange(len(queries)), [len(hits) for hits in columns])
            if len(rows):
                yield rows, np.concatenate(columns) + start

    def _in_run(
        self, frames: Hashes, rows: Indexes, columns: Indexes, distance: int, run: int
    ) -> npt.NDArray[np.bool_]:
        """Tell which hits belong to a complete run inside one clip."""
        clips = self._clip_at[columns]
        length = np.ones(len(columns), dtype=np.intp)
        for direction in (-1, 1):
            unbroken = np.ones(len(columns), dtype=np.bool_)
            for step in range(direction, direction * run, direction):
                unbroken &= self._near_at(frames, rows + step, columns + step, clips, distance)
                length += unbroken
        return length >= run

    def _near_at(
        self, frames: Hashes, rows: Indexes, columns: Indexes, clips: Indexes, distance: int
    ) -> npt.NDArray[np.bool_]:
        inside = (rows >= 0) & (rows < len(frames)) & (columns >= 0) & (columns < len(self._hashes))
        row, column = np.where(inside, rows, 0), np.where(inside, columns, 0)
        near = np.bitwise_count(self._hashes[column] ^ frames[row]) <= distance
        same: npt.NDArray[np.bool_] = inside & near & (self._clip_at[column] == clips)
        return same
