"""Ranks of a goal's clips (U4)."""

from typing import cast

from hypothesis import given, settings
from hypothesis import strategies as st

from footy.goals.clips.ranking import ranked
from footy.goals.model.documents import Video


def video(md5: str, *, verified: bool, popularity: int, file_size: int) -> Video:
    return cast(
        "Video",
        {"md5": md5, "timestamp_verified": verified, "popularity": popularity, "file_size": file_size, "rank": 0},
    )


VIDEOS = st.lists(
    st.builds(
        video,
        st.text("abcdef", min_size=4, max_size=8),
        verified=st.booleans(),
        popularity=st.integers(1, 4),
        file_size=st.integers(1, 4),
    ),
    unique_by=lambda one: one["md5"],
    max_size=8,
)


def test_verified_comes_before_popular_and_popular_before_large() -> None:
    order = ranked(
        [
            video("large", verified=False, popularity=1, file_size=900),
            video("popular", verified=False, popularity=5, file_size=100),
            video("small but sure", verified=True, popularity=1, file_size=10),
            video("sure", verified=True, popularity=1, file_size=20),
        ]
    )
    assert [one["md5"] for one in order] == ["sure", "small but sure", "popular", "large"]


@settings(deadline=None)
@given(VIDEOS)
def test_ranks_have_no_gap(videos: list[Video]) -> None:
    assert [one["rank"] for one in ranked(videos)] == list(range(1, len(videos) + 1))


@settings(deadline=None)
@given(VIDEOS, st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(videos: list[Video], random: st.DataObject) -> None:
    shuffled = list(videos)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert ranked(shuffled) == ranked(videos)
