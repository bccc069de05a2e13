"""Ranks of a goal's clips (U4)."""

from collections.abc import Iterable

from footy.goals.model.documents import Video


def ranked(videos: Iterable[Video]) -> list[Video]:
    """Rank clips from 1 without a gap: verified, then popular, then large."""
    order = sorted(
        videos,
        key=lambda video: (-video["timestamp_verified"], -video["popularity"], -video["file_size"], video["md5"]),
    )
    return [{**video, "rank": rank} for rank, video in enumerate(order, start=1)]
