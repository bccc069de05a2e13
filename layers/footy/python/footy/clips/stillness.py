"""Whether two clips of a camera that stands are one: what stirs before it has to stir in both at once."""

import math

import numpy as np
import numpy.typing as npt

from footy.clips.evidence import FULL_WEIGHT, Footage, along_diagonals, at_alignments

FEWEST_FRAMES = 12
OVERLAP = 0.6  # of the shorter clip
CLOSE = 8  # bits; a watermark over the picture takes some of them
ALIKE = 0.9  # of the frames that they share
STIRRING = 4  # bits that change at least once where football is played; a graphic or a card changes fewer
TOGETHER = 0.3  # how far the changes of both go together, at most 1; those of another kick do by chance, about 0
SURE = 1.4  # the same times the root of how much stirs: where little does, chance goes far

Hashes = npt.NDArray[np.uint64]
Shares = npt.NDArray[np.float32]


def fewest_alike(frames: int, others: int | npt.NDArray[np.intp]) -> float | npt.NDArray[np.float64]:
    """How many frames have to be nearly the same in clips of so many frames."""
    return ALIKE * np.maximum(FEWEST_FRAMES, OVERLAP * np.minimum(frames, others))


def stand_alike(first: Footage, second: Footage, *, distance: int, needed: int) -> bool:
    """Whether at some alignment the evidence suffices or the frames hardly differ, and what stirs, stirs together."""
    speaks = at_alignments(first, second, distance=distance) >= needed * FULL_WEIGHT
    shifts = np.flatnonzero(speaks | _hardly_differ(first, second)) - (len(first) - 1)
    return any(_stir_together(*_like_frames(first, second, int(shift), distance)) for shift in shifts)


def _hardly_differ(first: Footage, second: Footage) -> npt.NDArray[np.bool_]:
    """At which alignments most of the shorter clip is nearly the same frame by frame."""
    needed = max(FEWEST_FRAMES, OVERLAP * min(len(first), len(second)))
    seen = ~(first.blank[:, None] | second.blank[None])
    close = seen & (np.bitwise_count(first.hashes[:, None] ^ second.hashes[None]) <= CLOSE)
    shared, alike = (along_diagonals(which).sum(axis=0) for which in (seen, close))
    nearly: npt.NDArray[np.bool_] = (shared >= needed) & (alike >= ALIKE * shared)
    return nearly


def _like_frames(first: Footage, second: Footage, shift: int, distance: int) -> tuple[Hashes, Hashes]:
    """The frames that are like each other when the second clip is moved by so many."""
    at = np.arange(max(0, -shift), min(len(first), len(second) - shift))
    at = at[~(first.blank[at] | second.blank[at + shift])]
    at = at[np.bitwise_count(first.hashes[at] ^ second.hashes[at + shift]) < distance]
    return first.hashes[at], second.hashes[at + shift]


def _stir_together(one: Hashes, other: Hashes) -> bool:
    """Whether what changes in both changes at the same time, by more than chance.

    Each bit is taken against its own mean in its own clip, so that what one of them shows all along (a watermark, a
    darker picture) is no change.
    """
    if min(_stirring(one), _stirring(other)) < STIRRING:
        return False
    ours, theirs = _changes(one), _changes(other)
    least, most = sorted((float((ours**2).sum()), float((theirs**2).sum())))
    together = float((ours * theirs).sum()) / math.sqrt(least * most)
    return together >= max(TOGETHER, SURE / math.sqrt(least))


def _stirring(hashes: Hashes) -> int:
    """How many bits are not the same in all frames."""
    return int(np.bitwise_count(np.bitwise_or.reduce(hashes ^ hashes[0])))


def _changes(hashes: Hashes) -> Shares:
    """How far each bit of each frame is from what it is on average."""
    bits = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1)
    changes: Shares = bits - bits.mean(axis=0, dtype=np.float32)
    return changes
