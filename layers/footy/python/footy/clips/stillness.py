"""Whether two clips of a camera that stands are one: their pictures hardly move, but they hardly differ either."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from footy.clips.evidence import Footage

FEWEST_FRAMES = 12
OVERLAP = 0.6  # of the shorter clip
CLOSE = 6  # bits
ALIKE = 0.9  # of the frames that they share
STIRRING = 4  # bits that change at least once where football is played; a graphic or a card changes fewer
TOGETHER = 1 / 3  # of what stirs in either clip stirs in both at once; the same camera sees another kick stir otherwise

Hashes = npt.NDArray[np.uint64]


def stand_alike(first: "Footage", second: "Footage") -> bool:
    """Whether at some alignment most of the shorter clip is nearly the same frame by frame, and something stirs."""
    rows, columns = len(first), len(second)
    needed = max(FEWEST_FRAMES, OVERLAP * min(rows, columns))
    if min(rows, columns) < needed:
        return False
    for shift in range(-(rows - FEWEST_FRAMES), columns - FEWEST_FRAMES + 1):
        start, end = max(0, -shift), min(rows, columns - shift)
        if end - start >= needed and _alike(first, second, slice(start, end), shift, needed):
            return True
    return False


def _alike(first: "Footage", second: "Footage", shared: slice, shift: int, needed: float) -> bool:
    ours, theirs = shared, slice(shared.start + shift, shared.stop + shift)
    seen = ~(first.blank[ours] | second.blank[theirs])
    if seen.sum() < needed:
        return False
    one, other = first.hashes[ours][seen], second.hashes[theirs][seen]
    close = np.bitwise_count(one ^ other) <= CLOSE
    return bool(close.mean() >= ALIKE) and _stir_together(one[close], other[close])


def _stir_together(one: Hashes, other: Hashes) -> bool:
    """Whether what changes against the standing picture, changes in both at the same time."""
    if min(_stirring(one), _stirring(other)) < STIRRING:
        return False
    standing = _majority(np.concatenate((one, other)))
    ours, theirs = one ^ standing, other ^ standing
    both, either = np.bitwise_count(ours & theirs).sum(), np.bitwise_count(ours | theirs).sum()
    return bool(both >= TOGETHER * either)


def _stirring(hashes: Hashes) -> int:
    """How many bits are not the same in all frames."""
    return int(np.bitwise_count(np.bitwise_or.reduce(hashes ^ hashes[0])))


def _majority(hashes: Hashes) -> Hashes:
    """The bits that are set in most frames."""
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1)
    most = np.packbits((2 * bits.sum(axis=0) > len(bits)).astype(np.uint8))
    return np.frombuffer(most.tobytes(), np.uint64)
