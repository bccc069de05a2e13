"""Evidence of copies, compared with a naive implementation (H5, H6, H8)."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footy.goals.clips.copies.evidence import ClipHashes, evidence, evidence_of_changing_bits
from footy.goals.settings import Rules

DISTANCE = Rules().evidence_distance
ENOUGH = Rules().evidence_plain

# few different frames, so that still, moving, near, far and blank ones all occur
NEAR = (0x0F0F_0F0F_0F0F_0F0F, 0x0F0F_0F0F_0F0F_0FFF, 0x0F0F_0F0F_00FF_00FF, 0xFFFF_0F0F_0F0F_0F0F)
FRAME = st.sampled_from([*NEAR, 0xF0F0_F0F0_F0F0_F0F0, 0, 2**64 - 1, 0b111])
CLIP = st.lists(FRAME, max_size=14)


def moved(frames: Sequence[int]) -> list[int]:
    around = [(frames[max(at - 1, 0)], frames[min(at + 1, len(frames) - 1)]) for at in range(len(frames))]
    return [min(max((before ^ after).bit_count() - 1, 0), 4) for before, after in around]


def blank(bits: int) -> bool:
    return not 4 < bits.bit_count() < 60


def naive(first: Sequence[int], second: Sequence[int]) -> float:
    """Every stretch of every alignment."""
    weights, others = moved(first), moved(second)
    best = 0
    for shift in range(-len(first) + 1, len(second)):
        pairs = [(at, at + shift) for at in range(len(first)) if 0 <= at + shift < len(second)]
        visible = [(a, b) for a, b in pairs if not blank(first[a]) and not blank(second[b])]
        nearer = {(a, b): DISTANCE - (first[a] ^ second[b]).bit_count() for a, b in visible}
        counting = [pair for pair in visible if nearer[pair]]
        near = sum(nearer[pair] > 0 for pair in counting)
        around = sum(like_a_neighbour(first, second, a, b) for a, b in counting)
        share = len(counting)
        if abs(shift) <= 2 or abs(len(second) - len(first) - shift) <= 2:
            enough = near > 0.75 * share or (near >= 0.65 * share and around > 0.75 * share)
        else:
            enough = near >= min(0.5 * share, 24)
        if not enough:
            continue
        worth = [value * (min(weights[a], others[b]) if value > 0 else 4) for (a, b), value in nearer.items()]
        stretches = (worth[start:end] for start in range(len(worth)) for end in range(start, len(worth) + 1))
        best = max(best, *(sum(stretch) for stretch in stretches), 0)
    return best / 4


def like_a_neighbour(first: Sequence[int], second: Sequence[int], a: int, b: int) -> bool:
    """Return whether a frame is like the other one or its neighbours."""
    around = [(a, b), (a - 1, b), (a + 1, b), (a, b - 1), (a, b + 1)]
    frames = [(first[x], second[y]) for x, y in around if 0 <= x < len(first) and 0 <= y < len(second)]
    visible = [(one, other) for one, other in frames if not blank(one) and not blank(other)]
    return any((one ^ other).bit_count() < DISTANCE for one, other in visible)


def footage(seed: int, frames: int) -> list[int]:
    """Frames that change by some bits from one to the next."""
    random = Random(seed)
    hashes = [random.getrandbits(64)]
    while len(hashes) < frames:
        hashes.append(hashes[-1] ^ (1 << random.randrange(64)) ^ (1 << random.randrange(64)) ^ (1 << len(hashes) % 64))
    return hashes


def between(first: list[int], second: list[int]) -> float:
    return evidence(ClipHashes(first), ClipHashes(second), distance=DISTANCE)


@settings(deadline=None)
@given(CLIP, CLIP)
def test_adds_up_what_every_stretch_of_every_alignment_adds_up(first: list[int], second: list[int]) -> None:
    assert between(first, second) == naive(first, second)


@pytest.mark.parametrize("seconds", [2, 3, 5])
def test_a_short_similarity_in_a_long_overlap_is_not_enough(seconds: int) -> None:
    shared = footage(1, 4 * seconds)
    one = [*footage(2, 30), *shared, *footage(3, 30)]
    other = [*footage(4, 36), *shared, *footage(5, 24)]
    assert between(one, other) < ENOUGH


def test_seven_similar_seconds_are_enough() -> None:
    shared = footage(1, 28)
    assert between([*footage(2, 90), *shared, *footage(3, 90)], [*footage(4, 80), *shared, *footage(5, 99)]) >= ENOUGH


def test_a_tail_with_shifted_samples_is_recognised() -> None:
    full_clip = [frame ^ (0x1FF << 16 * (at % 4)) for at, frame in enumerate(footage(1, 32))]  # it moves fast
    tail = [full_clip[at + (at % 3 == 0)] for at in range(10, 31)]
    alike = [(one ^ other).bit_count() < DISTANCE for one, other in zip(tail, full_clip[10:], strict=False)]
    assert 0.65 * len(alike) < sum(alike) < 0.75 * len(alike)
    assert between(tail, full_clip) >= ENOUGH


def bordered(seed: int, frames: int) -> list[int]:
    """Every other column is border, and the same in all."""
    return [(bits & 0x5555_5555_5555_5555) | 0x8888_2222_8888_2222 for bits in footage(seed, frames)]


def changes(first: list[int], second: list[int]) -> float:
    return evidence_of_changing_bits(ClipHashes(first), ClipHashes(second), distance=DISTANCE)


def test_the_borders_that_two_clips_share_say_nothing() -> None:
    one, strangers = bordered(1, 60), [bordered(seed, 60) for seed in range(2, 12)]
    assert changes(one, [bits ^ (1 << at % 64) for at, bits in enumerate(one)]) >= ENOUGH
    assert max(between(one, stranger) for stranger in strangers) > 0
    assert max(changes(one, stranger) for stranger in strangers) == 0
    assert changes([], one) == changes(one, []) == changes([], []) == 0


@pytest.mark.parametrize("seconds", [1, 2, 3])
def test_a_moving_card_at_the_end_of_both_is_not_enough(seconds: int) -> None:
    card = footage(1, 4 * seconds)
    assert between([*footage(2, 30), *card], [*footage(3, 44), *card]) < ENOUGH
