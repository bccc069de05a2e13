"""Whether two clips of a camera that stands are one: what stirs before it has to stir in both at once."""

import numpy as np
import numpy.typing as npt

from footy.goals.clips.copies.evidence import BITS, FULL_WEIGHT, ClipHashes, along_diagonals, at_alignments

FEWEST_FRAMES = 12
OVERLAP = 0.6  # of the shorter clip
CLOSE = 8  # bits; a watermark over the picture takes some of them
ALIKE = 0.9  # of the frames that they share
STIRRING = 4  # bits that change at least once where football is played; a graphic or a card changes fewer
TOGETHER = 0.3  # how far the changes of both go together, at most 1; those of another kick do by chance, about 0
SURE = 1.4  # the same times the root of how much stirs: where little does, chance goes far

Marks = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
Shares = npt.NDArray[np.float32]


def fewest_alike(frames: int, others: int | npt.NDArray[np.intp]) -> float | npt.NDArray[np.float64]:
    """How many frames have to be nearly the same in clips of so many frames."""
    return ALIKE * np.maximum(FEWEST_FRAMES, OVERLAP * np.minimum(frames, others))


def same_static_scene(first: ClipHashes, second: ClipHashes, *, distance: int, needed: int) -> bool:
    """Whether at some alignment the evidence suffices or the frames hardly differ, and what stirs, stirs together."""
    seen = ~(first.blank[:, None] | second.blank[None])
    apart = np.bitwise_count(first.hashes[:, None] ^ second.hashes[None])
    speaks = at_alignments(first, second, distance=distance) >= needed * FULL_WEIGHT
    hopeful = np.flatnonzero(speaks | _hardly_differ(seen, apart <= CLOSE))
    return bool(len(hopeful)) and bool(_stir_together(first, second, seen & (apart < distance), hopeful).any())


def _hardly_differ(seen: Marks, close: Marks) -> Marks:
    """At which alignments most of the shorter clip is nearly the same frame by frame."""
    needed = max(FEWEST_FRAMES, OVERLAP * min(seen.shape))
    shared, alike = (along_diagonals(which).sum(axis=0) for which in (seen, seen & close))
    nearly: Marks = (shared >= needed) & (alike >= ALIKE * shared)
    return nearly


def _stir_together(first: ClipHashes, second: ClipHashes, like: Marks, alignments: npt.NDArray[np.intp]) -> Marks:
    """At which of these what changes in both clips changes at the same time, by more than chance.

    Frames that are not like each other are left out. Each bit is taken against its own mean in its own clip, so that
    what one of them shows all along (a watermark, a darker picture) is no change.
    """
    ours = _times_set(first, along_diagonals(like)[::-1, alignments])
    theirs = _times_set(second, along_diagonals(like.T)[::-1, -1 - alignments])
    both = np.bitwise_count(first.hashes[:, None] & second.hashes[None]) * like
    frames = along_diagonals(like)[:, alignments].sum(axis=0)
    together = along_diagonals(both)[:, alignments].sum(axis=0) - _by_chance(ours, theirs, frames)
    change, other = (times.sum(axis=1) - _by_chance(times, times, frames) for times in (ours, theirs))
    little, much = np.minimum(change, other), np.maximum(change, other)
    stirring = np.minimum(_changing(ours, frames), _changing(theirs, frames)) >= STIRRING
    goes: Marks = stirring & (together >= TOGETHER * np.sqrt(little * much)) & (together >= SURE * np.sqrt(much))
    return goes


def _times_set(clip: ClipHashes, frames: Numbers) -> Shares:
    """How often each bit is set in the frames that an alignment leaves, a row for every alignment."""
    bits = np.unpackbits(clip.hashes.view(np.uint8).reshape(-1, BITS // 8), axis=1)
    times: Shares = frames.T.astype(np.float32) @ bits.astype(np.float32)
    return times


def _by_chance(ours: Shares, theirs: Shares, frames: Numbers) -> Shares:
    """How often bits that are set so many times each would be set together."""
    times: Shares = (ours * theirs).sum(axis=1) / np.maximum(frames, 1)
    return times


def _changing(times: Shares, frames: Numbers) -> npt.NDArray[np.intp]:
    """How many bits are not the same in all frames."""
    bits: npt.NDArray[np.intp] = ((times > 0) & (times < frames[:, None])).sum(axis=1)
    return bits
