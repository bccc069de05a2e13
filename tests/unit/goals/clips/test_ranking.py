"""Ranks of a goal's clips (U4)."""

from typing import cast

from footy.goals.clips.ranking import ranked
from footy.goals.model.documents import Video


def video(md5: str, *, verified: bool, popularity: int, file_size: int) -> Video:
    return cast(
        "Video",
        {"md5": md5, "timestamp_verified": verified, "popularity": popularity, "file_size": file_size, "rank": 0},
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
