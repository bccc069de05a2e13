"""Spec match of hashes (H4)."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from footy.goals.clips.copies.spec_match import BLOCK, Corpus

# few bits make near and far frames equally likely, so that runs of every length occur
FRAME = st.sampled_from([0, 0b1, 0b11, 0xFFFF, 0xFFFF_0000_0000_0000, 2**64 - 1])
CLIP = st.lists(FRAME, max_size=9)


def naive(query: Sequence[int], clip: Sequence[int], distance: int, run: int) -> bool:
    """Every alignment, frame by frame."""
    return any(
        all((query[start + step] ^ clip[at + step]).bit_count() <= distance for step in range(run))
        for start in range(len(query) - run + 1)
        for at in range(len(clip) - run + 1)
    )


@settings(deadline=None)
@given(CLIP, st.lists(CLIP, max_size=6), st.integers(1, 4))
def test_finds_what_every_alignment_finds(query: list[int], clips: list[list[int]], run: int) -> None:
    expected = [index for index, clip in enumerate(clips) if naive(query, clip, 1, run)]
    assert Corpus(clips).matches(query, distance=1, run=run) == expected


def test_three_frames_in_a_row_make_a_match() -> None:
    query = [1 << 60, 2**40 - 1, 0xF0F0, 7]
    assert Corpus([[9, *query[1:], 5]]).matches(query, distance=0, run=3) == [0]
    assert Corpus([[*query[:2], 2**63, *query[2:]]]).matches(query, distance=0, run=3) == []


def test_ten_bits_apart_is_near_and_eleven_is_not() -> None:
    query = [0, 0, 0]
    assert Corpus([[2**10 - 1] * 3]).matches(query, distance=10, run=3) == [0]
    assert Corpus([[2**11 - 1] * 3]).matches(query, distance=10, run=3) == []


def test_a_run_never_goes_on_in_the_next_clip() -> None:
    query = [1, 2, 3]
    assert Corpus([[1, 2], [3, 9], [9, 1], [2, 3]]).matches(query, distance=0, run=3) == []


def test_clips_shorter_than_a_run_never_match() -> None:
    assert Corpus([[1, 2]]).matches([1, 2], distance=0, run=3) == []
    assert Corpus([]).matches([1, 2, 3], distance=0, run=3) == []
    assert Corpus([[], [1, 2, 3]]).matches([1, 2, 3], distance=0, run=3) == [1]


def test_a_run_across_the_border_of_two_blocks_is_found() -> None:
    query = [2**64 - 1, 2**63, 2**62 + 2**61]
    filler = [0x0F0F_0F0F_0F0F_0F0F] * (BLOCK - 2)
    assert Corpus([[*filler, *query, 0]]).matches(query, distance=0, run=3) == [0]
