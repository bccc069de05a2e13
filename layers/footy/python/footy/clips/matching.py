"""One clip against many stored ones at once: the only room that computes with numpy."""

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.intp]

BLOCK = 1 << 14  # hashes looked at in one stroke: small enough to stay in the processor's cache


class Corpus:
    """Stored clips laid end to end."""

    def __init__(self, clips: Sequence[Sequence[int]]) -> None:
        lengths = np.array([len(clip) for clip in clips], dtype=np.intp)
        self._hashes = np.array([bits for clip in clips for bits in clip], dtype=np.uint64)
        self._clip_at = np.repeat(np.arange(len(clips), dtype=np.intp), lengths)

    def matches(self, query: Sequence[int], *, distance: int, run: int) -> list[int]:
        """Which clips share, at some alignment, `run` consecutive frames within `distance` bits of the query's."""
        frames = np.array(query, dtype=np.uint64)
        found = set[int]()
        for row, columns in self._near(frames, distance, run):
            hits = columns[self._in_run(frames, row, columns, distance, run)]
            found.update(self._clip_at[hits].tolist())
        return sorted(found)

    def _near(self, frames: Hashes, distance: int, run: int) -> Iterator[tuple[int, Indexes]]:
        """Stored frames near to every `run`-th frame of the query; no run can lie between two of these."""
        rows = range(run - 1, len(frames), run)
        for start in range(0, len(self._hashes), BLOCK):
            block = self._hashes[start : start + BLOCK]
            for row in rows:
                columns = np.flatnonzero(np.bitwise_count(block ^ frames[row]) <= distance)
                if len(columns):
                    yield row, columns + start

    def _in_run(self, frames: Hashes, row: int, columns: Indexes, distance: int, run: int) -> npt.NDArray[np.bool_]:
        """Which hits belong to a whole run that stays inside one clip."""
        length = np.ones(len(columns), dtype=np.intp)
        for direction in (-1, 1):
            unbroken = np.ones(len(columns), dtype=np.bool_)
            for step in range(direction, direction * run, direction):
                unbroken &= self._near_at(frames, row + step, columns + step, self._clip_at[columns], distance)
                length += unbroken
        return length >= run

    def _near_at(
        self, frames: Hashes, row: int, columns: Indexes, clips: Indexes, distance: int
    ) -> npt.NDArray[np.bool_]:
        if not 0 <= row < len(frames):
            return np.zeros(len(columns), dtype=np.bool_)
        inside = (columns >= 0) & (columns < len(self._hashes))
        safe = np.where(inside, columns, 0)
        same_clip = inside & (self._clip_at[safe] == clips)
        near: npt.NDArray[np.bool_] = same_clip & (np.bitwise_count(self._hashes[safe] ^ frames[row]) <= distance)
        return near
