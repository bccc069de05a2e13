"""Text format of perceptual hashes (H1, H2)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from footy.core.errors import MalformedHash
from footy.goals.clips.copies.hashes import format_hash, format_views, parse_hash, parse_view, sample_times

BITS = st.integers(min_value=0, max_value=2**64 - 1)


def test_hashes_have_two_decimals_and_sixteen_digits() -> None:
    assert format_hash([(0.25, 0xAB), (0.5, 2**64 - 1)]) == "dense:0.25:0.25=00000000000000ab,0.50=ffffffffffffffff"


@settings(deadline=None)
@given(st.lists(BITS, min_size=1, max_size=300))
def test_reads_what_it_wrote(hashes: list[int]) -> None:
    assert parse_hash(format_hash((0.25 * n, bits) for n, bits in enumerate(hashes, start=1))) == hashes


@pytest.mark.parametrize(
    "text",
    [
        "",
        "dense:0.25:",
        "dense:0.5:0.50=00000000000000ab",
        "dense:0.25:0.25=00000000000000AB",
        "dense:0.25:0.25=ab",
        "dense:0.25:0.25=00000000000000ab,",
    ],
)
def test_refuses_other_texts(text: str) -> None:
    with pytest.raises(MalformedHash):
        parse_hash(text)


@pytest.mark.parametrize(
    ("duration", "first", "last", "count"),
    [(3.0, 0.25, 2.5, 10), (12.0, 0.25, 11.5, 46), (0.6, 0.25, 0.25, 1), (0.5, 0.25, 0.25, 1), (4.05, 0.25, 3.5, 14)],
)
def test_samples_every_quarter_second_short_of_the_end(duration: float, first: float, last: float, count: int) -> None:
    times = sample_times(duration)
    assert (times[0], times[-1], len(times)) == (first, last, count)


def test_a_view_is_the_bare_digits_of_its_frames() -> None:
    assert format_views({"crop": [0xAB, 2**64 - 1]}) == {"crop": "00000000000000abffffffffffffffff"}
    assert parse_view("00000000000000abffffffffffffffff") == [0xAB, 2**64 - 1]


@pytest.mark.parametrize("text", ["", "ab", "00000000000000AB", "00000000000000ab,ffffffffffffffff"])
def test_refuses_other_texts_as_views(text: str) -> None:
    with pytest.raises(MalformedHash):
        parse_view(text)
