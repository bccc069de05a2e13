"""What one search has read so far, and whether to scroll on."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from footy.core.errors import FootyError
from footy.goals.search.posts import FoundVideo
from searcher.timeline import Page


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to search: the words, the oldest moment of interest, and the posts that are known already."""

    query: str
    posted_after: datetime
    seen: frozenset[str] = frozenset()


@dataclass(slots=True)
class Reading:
    """The pages of one search."""

    wanted: Wanted
    most_pages: int
    pages: int = 0
    # what ended it before its time, when something had been read by then
    cut_by: FootyError | None = None
    # the page was read because its answers could not be
    shown_only: bool = False
    _videos: dict[str, FoundVideo] = field(default_factory=dict)
    _skipped: Counter[str] = field(default_factory=Counter)
    _done: bool = False

    @property
    def done(self) -> bool:
        """Whether nothing further down can be of interest."""
        return self._done or self.pages >= self.most_pages

    @property
    def videos(self) -> tuple[FoundVideo, ...]:
        return tuple(self._videos.values())

    @property
    def skipped(self) -> Mapping[str, int]:
        return dict(self._skipped)

    def take(self, page: Page, *, leads_on: bool) -> None:
        """Takes a page; beyond the first post that is too old, or a page of nothing new, nobody scrolls."""
        self.pages += 1
        fresh = [video for video in page.videos if self._is_wanted(video)]
        self._videos |= {video.tweet_id: video for video in fresh}
        self._skipped.update(page.skipped)
        reached = page.oldest is not None and page.oldest < self.wanted.posted_after
        only_known = bool(page.videos) and all(video.tweet_id in self.wanted.seen for video in page.videos)
        self._done = reached or only_known or not page.posts or not leads_on

    def _is_wanted(self, video: FoundVideo) -> bool:
        young = video.posted_at is None or video.posted_at >= self.wanted.posted_after
        return young and video.tweet_id not in self.wanted.seen and video.tweet_id not in self._videos
