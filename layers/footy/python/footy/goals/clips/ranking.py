"""The order in which a goal's clips are shown."""

from collections.abc import Iterable

from footy.goals.model.documents import Video


def ranked(videos: Iterable[Video]) -> list[Video]:
    """Best first, ranks 1..N without a gap: verified, then popular, then large."""
    order = sorted(
        videos,
        key=lambda video: (-video["timestamp_verified"], -video["popularity"], -video["file_size"], video["md5"]),
    )
    return [{**video, "rank": rank} for rank, video in enumerate(order, start=1)]
