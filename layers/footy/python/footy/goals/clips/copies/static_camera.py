"""Static cameras: two clips are copies only when the same things move at the same time (H7)."""

import numpy as np
import numpy.typing as npt

from footy.goals.clips.copies.evidence import BITS, FULL_WEIGHT, ClipHashes, along_diagonals, at_alignments

FEWEST_FRAMES = 12
OVERLAP = 0.6  # of the shorter clip
CLOSE = 8  # bits; a watermark over the picture takes some of them
ALIKE = 0.9  # of the frames that they share
MOVING_BITS = 4  # bits that change at least once where football is played; a graphic or a card changes fewer
TOGETHER = 0.3  # how far the changes of both go together, at most 1; those of another kick do by chance, about 0
CERTAIN = 1.4  # the same times the root of how much stirs: where little does, chance together_enough far

Marks = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int32]
Shares = npt.NDArray[np.float32]


def fewest_alike(frames: int, others: int | npt.NDArray[np.intp]) -> float | npt.NDArray[np.float64]:
    """Return how many frames have to be nearly equal in clips of these lengths."""
    return ALIKE * np.maximum(FEWEST_FRAMES, OVERLAP * np.minimum(frames, others))


def same_static_scene(first: ClipHashes, second: ClipHashes, *, distance: int, needed: int) -> bool:
    """Tell whether two static clips agree at an alignment, in their frames and in what moves."""
    visible = ~(first.blank[:, None] | second.blank[None])
    apart = np.bitwise_count(first.hashes[:, None] ^ second.hashes[None])
    has_evidence = at_alignments(first, second, distance=distance) >= needed * FULL_WEIGHT
    candidates = np.flatnonzero(has_evidence | _nearly_equal(visible, apart <= CLOSE))
    return bool(len(candidates)) and bool(_move_together(first, second, visible & (apart < distance), candidates).any())


def _nearly_equal(visible: Marks, close: Marks) -> Marks:
    """Mark the alignments at which most of the shorter clip is nearly equal frame by frame."""
    needed = max(FEWEST_FRAMES, OVERLAP * min(visible.shape))
    shared, alike = (along_diagonals(which).sum(axis=0) for which in (visible, visible & close))
    nearly: Marks = (shared >= needed) & (alike >= ALIKE * shared)
    return nearly


def _move_together(first: ClipHashes, second: ClipHashes, like: Marks, alignments: npt.NDArray[np.intp]) -> Marks:
    """Mark the alignments at which changes coincide by more than chance.

    Dissimilar frames are left out. Each bit is compared with its own mean in its own clip, so that a constant
    difference (a watermark, a darker picture) is no change.
    """
    ours = _times_set(first, along_diagonals(like)[::-1, alignments])
    theirs = _times_set(second, along_diagonals(like.T)[::-1, -1 - alignments])
    both = np.bitwise_count(first.hashes[:, None] & second.hashes[None]) * like
    frames = along_diagonals(like)[:, alignments].sum(axis=0)
    together = along_diagonals(both)[:, alignments].sum(axis=0) - _by_chance(ours, theirs, frames)
    change, other = (times.sum(axis=1) - _by_chance(times, times, frames) for times in (ours, theirs))
    little, much = np.minimum(change, other), np.maximum(change, other)
    moving = np.minimum(_changing(ours, frames), _changing(theirs, frames)) >= MOVING_BITS
    together_enough: Marks = (
        moving & (together >= TOGETHER * np.sqrt(little * much)) & (together >= CERTAIN * np.sqrt(much))
    )
    return together_enough


def _times_set(clip: ClipHashes, frames: Numbers) -> Shares:
    """Count how often each bit is set in the frames of an alignment, one row per alignment."""
    bits = np.unpackbits(clip.hashes.view(np.uint8).reshape(-1, BITS // 8), axis=1)
    times: Shares = frames.T.astype(np.float32) @ bits.astype(np.float32)
    return times


def _by_chance(ours: Shares, theirs: Shares, frames: Numbers) -> Shares:
    """Return how often bits would be set together by chance."""
    times: Shares = (ours * theirs).sum(axis=1) / np.maximum(frames, 1)
    return times


def _changing(times: Shares, frames: Numbers) -> npt.NDArray[np.intp]:
    """Count the bits that are not equal in all frames."""
    bits: npt.NDArray[np.intp] = ((times > 0) & (times < frames[:, None])).sum(axis=1)
    return bits
