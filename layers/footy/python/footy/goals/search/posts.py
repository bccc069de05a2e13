"""What every search provider is asked, and what it answers. A failure is a named error, never an empty answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

_SIZE_IN_URL = re.compile(r"/(\d{2,5})x(\d{2,5})/")
# X has some videos in H.265 too, larger than the H.264 beside it; many browsers do not play that
_HEVC_IN_URL = re.compile(r"/(?:hevc|hvc1|hev1)/")
SMALLEST_PAGE = 10
MOST_POSTS = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchQuery:
    """One search: the whole text, when it is asked, how old a post may be, and the posts that are known already.

    Where posts are paid for: from when on they are unread, those that were, how many may be, and whether this is one
    of the first attempts of a goal, for which some are kept back.
    """

    text: str
    asked_at: datetime
    max_age: timedelta
    seen: frozenset[str] = frozenset()
    unread_since: datetime | None = None
    read: frozenset[str] = frozenset()
    most: int = MOST_POSTS
    first: bool = True

    @property
    def posted_after(self) -> datetime:
        return self.asked_at - self.max_age


@dataclass(frozen=True, slots=True)
class Variant:
    """One file of a video; sizes are None where nobody says them."""

    url: str
    bitrate: int = 0
    width: int | None = None
    height: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundVideo:
    """A post with one video of its own."""

    url: str
    tweet_id: str
    duration: float | None = None
    posted_at: datetime | None = None
    variants: tuple[Variant, ...] = ()
    # where a provider tells them; the words of people are answered, and nowhere kept
    author: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """What was found, how many posts were passed over for which reason, and how many had to be paid for."""

    videos: tuple[FoundVideo, ...]
    skipped: Mapping[str, int] = field(default_factory=dict)
    # the query as it was sent, where that is not the one that was given
    asked: str = ""
    paid: int = 0


class SearchProvider(Protocol):
    """A place where people post goals."""

    @property
    def video_filter(self) -> str:
        """The provider's words for "with a video"; they count towards the length of a query."""
        ...

    @property
    def pays(self) -> bool:
        """Whether every post that is read costs money: then nothing is asked when a goal may read no more."""
        ...

    def search(self, query: SearchQuery) -> SearchAnswer: ...


def post_url(tweet_id: str) -> str:
    """The address of a post, without its author (who may be renamed)."""
    return f"https://x.com/i/status/{tweet_id}"


def is_complete_id(tweet_id: str, digits: int) -> bool:
    """Ids of fewer digits were cut off somewhere on the way."""
    return tweet_id.isascii() and tweet_id.isdigit() and len(tweet_id) >= digits


def parse_variant(url: str, bitrate: int) -> Variant:
    """One of X's files: X does not say its size but writes it into its address."""
    size = _SIZE_IN_URL.search(url)
    width, height = (int(size[1]), int(size[2])) if size else (None, None)
    return Variant(url, bitrate, width, height)


def best_variant(variants: tuple[Variant, ...], max_height: int) -> Variant | None:
    """Of the files that are not too large the one of the highest bitrate, in HEVC only where there is no other."""
    fitting = [variant for variant in variants if _short_edge(variant) <= max_height]
    return max(fitting, key=lambda variant: (not _HEVC_IN_URL.search(variant.url), variant.bitrate), default=None)


def _short_edge(variant: Variant) -> int:
    return min(variant.width or 0, variant.height or 0)
