"""Whether two clips of a camera that stands are one: their pictures hardly move, but they hardly differ either."""

import numpy as np
import numpy.typing as npt

from footy.clips.evidence import Footage, along_diagonals

FEWEST_FRAMES = 12
OVERLAP = 0.6  # of the shorter clip
CLOSE = 6  # bits
ALIKE = 0.9  # of the frames that they share
STIRRING = 4  # bits that change at least once where football is played; a graphic or a card changes fewer
TOGETHER = 1 / 3  # of what stirs in either clip stirs in both at once; the same camera sees another kick stir otherwise

Hashes = npt.NDArray[np.uint64]


def fewest_alike(frames: int, others: int | npt.NDArray[np.intp]) -> float | npt.NDArray[np.float64]:
    """How many frames have to be nearly the same in clips of so many frames."""
    return ALIKE * np.maximum(FEWEST_FRAMES, OVERLAP * np.minimum(frames, others))


def stand_alike(first: Footage, second: Footage) -> bool:
    """Whether at some alignment most of the shorter clip is nearly the same frame by frame, and something stirs."""
    needed = max(FEWEST_FRAMES, OVERLAP * min(len(first), len(second)))
    seen = ~(first.blank[:, None] | second.blank[None])
    close = seen & (np.bitwise_count(first.hashes[:, None] ^ second.hashes[None]) <= CLOSE)
    shared, alike = (along_diagonals(which).sum(axis=0) for which in (seen, close))
    shifts = np.flatnonzero((shared >= needed) & (alike >= ALIKE * shared)) - (len(first) - 1)
    return any(_stir_together(*_close_frames(first, second, close, int(shift))) for shift in shifts)


def _close_frames(first: Footage, second: Footage, close: npt.NDArray[np.bool_], shift: int) -> tuple[Hashes, Hashes]:
    """The frames that are nearly the same when the second clip is moved by so many."""
    at = np.arange(max(0, -shift), min(len(first), len(second) - shift))
    at = at[close[at, at + shift]]
    return first.hashes[at], second.hashes[at + shift]


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
