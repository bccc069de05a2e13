"""The official X API v2, recent search: posts with a native video, with its length and its files."""

from collections import Counter
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Literal

import httpx
from pydantic import Field, ValidationError

from footy.core.errors import FootyError, MalformedAnswer, QuotaExhausted, RateLimited, UpstreamUnavailable
from footy.core.http.client import HttpClient, Reply, refusal
from footy.core.http.lenient import Address, LenientModel, Moment, NonNegative, PostId, ReadableItems
from footy.core.text import iso
from footy.goals.adapters.posts.post_budget import PostBudget
from footy.goals.search.posts import (
    SMALLEST_PAGE,
    FoundVideo,
    SearchAnswer,
    SearchQuery,
    is_complete_id,
    parse_variant,
    post_url,
)

PAGE_SIZE = 100
MOST_PAGES = 2
WINDOW_SECONDS = 15 * 60
DAY_MS = 86_400_000
LONGEST_NUMBER = 12
# X's titles for money that is spent, whatever the status: the plan's posts, or the limit set in its console
USED_UP = ("UsageCapExceeded", "SpendCapReached")
_FIELDS = {
    "tweet.fields": "attachments,created_at",
    "expansions": "attachments.media_keys",
    "media.fields": "duration_ms,media_key,type,variants",
}

Skip = Literal["truncated_id", "no_video", "several_videos"]


class _Variant(LenientModel):
    """One file; only an mp4 can be taken over as it is."""

    content_type: Literal["video/mp4"]
    url: Address
    bit_rate: NonNegative = 0


class _Media(LenientModel):
    media_key: str
    type: str = ""
    duration_ms: float | None = Field(default=None, gt=0, lt=DAY_MS)
    variants: ReadableItems[_Variant] = ()


class _Attachments(LenientModel):
    media_keys: ReadableItems[str] = ()


class _Post(LenientModel):
    id: PostId = ""
    created_at: Moment | None = None
    attachments: _Attachments = _Attachments()


class _Includes(LenientModel):
    media: ReadableItems[_Media] = ()


class _Meta(LenientModel):
    result_count: int = 0
    next_token: Address = ""


class _Page(LenientModel):
    data: ReadableItems[_Post]
    meta: _Meta | None = None
    includes: _Includes = _Includes()


class _Problem(LenientModel):
    message: str = ""


class _Refusal(LenientModel):
    title: str = ""
    detail: str = ""
    errors: ReadableItems[_Problem] = ()


class XApiClient:
    """Searches with an app's bearer token, and stays away for as long as it is told to."""

    def __init__(self, http: HttpClient, *, url: str, bearer_token: str, id_digits: int, budget: PostBudget) -> None:
        self._http = http
        self._budget = budget
        self._url = f"{url.rstrip('/')}/tweets/search/recent"
        self._headers = {"Authorization": f"Bearer {bearer_token}"}
        self._id_digits = id_digits
        self._closed_until: datetime | None = None

    @property
    def video_filter(self) -> str:
        return "has:videos -is:retweet"

    @property
    def pays(self) -> bool:
        return True

    def search(self, query: SearchQuery) -> SearchAnswer:
        """The newest posts of the asked minutes that were not read yet, as many as may be paid for."""
        videos: list[FoundVideo] = []
        skipped = Counter[str]()
        left = min(query.most, self._budget.left(query.asked_at, first=query.first))
        paid = set[str]()
        token = ""
        for _ in range(MOST_PAGES):
            page = self._page(query, token, min(max(left, SMALLEST_PAGE), PAGE_SIZE))
            given = [post.id for post in page.data if post.id]
            # every post that was given is paid for, whether it can be used or not
            self._budget.spend(given, query.asked_at)
            paid.update(given)
            _take(page, self._id_digits, videos, skipped)
            token, left = _next(page), left - len(page.data)
            if not token or left < SMALLEST_PAGE:
                break
        return SearchAnswer(tuple(videos), dict(skipped), paid=len(paid - query.read))

    def _page(self, query: SearchQuery, token: str, size: int) -> _Page:
        self._stay_away(query.asked_at)
        since = iso(query.unread_since or query.posted_after)
        asked = {"query": query.text, "start_time": since, "max_results": str(size), **_FIELDS}
        parameters = {**asked, "next_token": token} if token else asked
        reply = self._http.request("GET", self._url, params=parameters, headers=self._headers)
        if not reply.good:
            raise self._refused(reply, query.asked_at)
        return _read(reply)

    def _stay_away(self, now: datetime) -> None:
        """Other goals of this process need not ask to hear the same refusal."""
        if self._closed_until and now < self._closed_until:
            left = (self._closed_until - now).total_seconds()
            raise RateLimited(f"X is still closed, retry after {left:.0f} s", retry_after=left)

    def _refused(self, reply: Reply, now: datetime) -> FootyError:
        said = _reason(reply)
        used_up = {reply.status: QuotaExhausted} if any(title in said for title in USED_UP) else None
        failure = refusal(reply, patience=_seconds_until_reset(reply.headers, now), detail=said, but=used_up)
        if isinstance(failure, RateLimited):
            self._closed_until = now + timedelta(seconds=failure.retry_after)
        return failure


def _seconds_until_reset(headers: httpx.Headers, now: datetime) -> float:
    """A reset without its header, in the past or absurdly far away is taken for one within the usual window."""
    reset = headers.get("x-rate-limit-reset", "")[:LONGEST_NUMBER]
    seconds = float(reset) - now.timestamp() if reset.isascii() and reset.isdigit() else 60.0
    return min(max(seconds, 1.0), float(WINDOW_SECONDS))


def _reason(reply: Reply) -> str:
    """What X says of a refusal, as far as it says it in JSON."""
    try:
        said = _Refusal.model_validate(reply.json())
    except (UpstreamUnavailable, MalformedAnswer):
        return ""
    detail = said.detail or next((problem.message for problem in said.errors), "")
    return "".join(f": {part}" for part in (said.title, detail) if part)[:300]


def _read(reply: Reply) -> _Page:
    """A page; one without posts has no list of them."""
    body = reply.json()
    try:
        page = _Page.model_validate({"data": [], **body})
    except ValidationError as odd:
        raise MalformedAnswer("X answered with posts that are no list") from odd
    if page.meta and page.meta.result_count and not body.get("data"):
        raise MalformedAnswer("X announced posts and left them out")
    return page


def _next(page: _Page) -> str:
    if page.meta is None:
        raise MalformedAnswer("X answered a search without its `meta`")
    return page.meta.next_token


def _take(page: _Page, digits: int, videos: list[FoundVideo], skipped: Counter[str]) -> None:
    media = {item.media_key: item for item in page.includes.media}
    for post in page.data:
        video = _video_of(post, media, digits)
        if isinstance(video, FoundVideo):
            videos.append(video)
        else:
            skipped[video] += 1


def _video_of(post: _Post, media: Mapping[str, _Media], digits: int) -> FoundVideo | Skip:
    if not is_complete_id(post.id, digits):
        return "truncated_id"
    attached = [media[key] for key in post.attachments.media_keys if key in media]
    films = [item for item in attached if item.type == "video"]
    if len(films) != 1:
        return "several_videos" if films else "no_video"
    milliseconds = films[0].duration_ms
    return FoundVideo(
        url=post_url(post.id),
        tweet_id=post.id,
        duration=milliseconds / 1000 if milliseconds else None,
        posted_at=post.created_at,
        variants=tuple(parse_variant(file.url, file.bit_rate) for file in films[0].variants),
    )
