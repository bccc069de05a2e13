"""Interface of search providers: queries and answers (S14 to S16)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

_SIZE_IN_URL = re.compile(r"/(\d{2,5})x(\d{2,5})/")
# X has some videos in H.265 too, larger than their H.264; many browsers do not play it
_HEVC_IN_URL = re.compile(r"/(?:hevc|hvc1|hev1)/")
SMALLEST_PAGE = 10
MOST_POSTS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """One search: text, time, maximum age and posts that were chosen before.

    For paid posts: `unread_since` and `read` say which posts were paid for, `most` how many may be, and `first`
    whether this is one of a goal's first attempts, for which a share of the budget is reserved.
    """

    text: str
    asked_at: datetime
    max_age: timedelta
    seen_ids: frozenset[str] = frozenset()
    unread_since: datetime | None = None
    read: frozenset[str] = frozenset()
    most: int = MOST_POSTS
    first: bool = True

    @property
    def posted_after(self) -> datetime:
        return self.asked_at - self.max_age


@dataclass(frozen=True, slots=True)
class Variant:
    """One file of a video; the size is None when unknown."""

    url: str
    bitrate: int = 0
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundVideo:
    """A post with its video."""

    url: str
    tweet_id: str
    duration: float | None = None
    posted_at: datetime | None = None
    variants: tuple[Variant, ...] = ()
    # where a provider returns them; the text of a post is never stored
    author: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Found videos, skipped posts by reason, and how many posts were paid for."""

    videos: tuple[FoundVideo, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    # the query as it was sent, if it differs
    sent_text: str = ""
    paid: int = 0


class SearchProvider(Protocol):
    """A search source."""

    @property
    def video_filter(self) -> str:
        """Return the provider's filter for videos; it counts towards the query's length."""
        ...

    @property
    def pays(self) -> bool:
        """Tell whether each post that is read costs money."""
        ...

    def search(self, query: SearchQuery) -> SearchAnswer: ...


def post_url(tweet_id: str) -> str:
    """Return the URL of a post, without its author, who may be renamed."""
    return f"https://x.com/i/status/{tweet_id}"


def is_complete_id(tweet_id: str, digits: int) -> bool:
    """Tell whether the id has all digits; shorter ids are truncated (S15)."""
    return tweet_id.isascii() and tweet_id.isdigit() and len(tweet_id) >= digits


def parse_variant(url: str, bitrate: int) -> Variant:
    """Return the file of an X video; X writes the size into its URL only."""
    size = _SIZE_IN_URL.search(url)
    width, height = (int(size[1]), int(size[2])) if size else (None, None)
    return Variant(url, bitrate, width, height)


def best_variant(variants: tuple[Variant, ...], max_height: int) -> Variant | None:
    """Return the file of the highest bitrate up to this height (D3), HEVC only when there is no other."""
    fitting = [variant for variant in variants if _short_edge(variant) <= max_height]
    return max(fitting, key=lambda variant: (not _HEVC_IN_URL.search(variant.url), variant.bitrate), default=None)


def _short_edge(variant: Variant) -> int:
    return min(variant.width or 0, variant.height or 0)
