"""Progress of one search: the posts read, and whether to scroll on."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from footy.core.errors import FootyError
from footy.goals.search.posts import FoundVideo
from searcher.timeline import TimelinePage


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchRequest:
    """Query, earliest time of a post, and ids of known posts."""

    query: str
    posted_after: datetime
    known_ids: frozenset[str] = frozenset()


@dataclass(slots=True)
class SearchProgress:
    """Pages read by one search."""

    request: SearchRequest
    most_pages: int
    pages: int = 0
    # failure that ended the search after it had read something
    cut_by: FootyError | None = None
    # posts come from the page, because its answers were unreadable
    shown_only: bool = False
    _videos: dict[str, FoundVideo] = field(default_factory=dict)
    _skipped: Counter[str] = field(default_factory=Counter)
    _done: bool = False

    @property
    def done(self) -> bool:
        """Return whether scrolling on cannot find new posts."""
        return self._done or self.pages >= self.most_pages

    @property
    def videos(self) -> tuple[FoundVideo, ...]:
        return tuple(self._videos.values())

    @property
    def skipped(self) -> Mapping[str, int]:
        return dict(self._skipped)

    def add(self, page: TimelinePage, *, leads_on: bool) -> None:
        """Add a page; stop after a post that is too old, or a page without new posts."""
        self.pages += 1
        fresh = [video for video in page.videos if self._is_new(video)]
        self._videos |= {video.tweet_id: video for video in fresh}
        self._skipped.update(page.skipped)
        reached = page.oldest is not None and page.oldest < self.request.posted_after
        only_known = bool(page.videos) and all(video.tweet_id in self.request.known_ids for video in page.videos)
        self._done = reached or only_known or not page.posts or not leads_on

    def _is_new(self, video: FoundVideo) -> bool:
        young = video.posted_at is None or video.posted_at >= self.request.posted_after
        return young and video.tweet_id not in self.request.known_ids and video.tweet_id not in self._videos
