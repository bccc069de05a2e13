"""X API v2, recent search: posts with a native video, its duration and files."""

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
# X's error titles for a used-up plan or spending cap, with any status
USED_UP = ("UsageCapExceeded", "SpendCapReached")
_FIELDS = {
    "tweet.fields": "attachments,created_at",
    "expansions": "attachments.media_keys",
    "media.fields": "duration_ms,media_key,type,variants",
}

Skip = Literal["truncated_id", "no_video", "several_videos"]


class _Variant(LenientModel):
    """Video file; only mp4 can be used as it is."""

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
    """Search with an app's bearer token; it sends nothing while it is rate limited."""

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
        """Return the newest unread posts since the last attempt, within the budget."""
        videos: list[FoundVideo] = []
        skipped = Counter[str]()
        allowance = min(query.most, self._budget.remaining(query.asked_at, first=query.first))
        paid = set[str]()
        token = ""
        for _ in range(MOST_PAGES):
            page = self._page(query, token, min(max(allowance, SMALLEST_PAGE), PAGE_SIZE))
            post_ids = [post.id for post in page.data if post.id]
            # every returned post is paid for, usable or not
            self._budget.spend(post_ids, query.asked_at)
            paid.update(post_ids)
            _take(page, self._id_digits, videos, skipped)
            token, allowance = _next(page), allowance - len(page.data)
            if not token or allowance < SMALLEST_PAGE:
                break
        return SearchAnswer(tuple(videos), dict(skipped), paid=len(paid - query.read))

    def _page(self, query: SearchQuery, token: str, size: int) -> _Page:
        self._check_rate_limit(query.asked_at)
        since = iso(query.unread_since or query.posted_after)
        query_parameters = {"query": query.text, "start_time": since, "max_results": str(size), **_FIELDS}
        parameters = {**query_parameters, "next_token": token} if token else query_parameters
        reply = self._http.request("GET", self._url, params=parameters, headers=self._headers)
        if not reply.good:
            raise self._refused(reply, query.asked_at)
        return _read(reply)

    def _check_rate_limit(self, now: datetime) -> None:
        """Raise RateLimited until the reset, so that other goals of this process send nothing."""
        if self._closed_until and now < self._closed_until:
            wait = (self._closed_until - now).total_seconds()
            raise RateLimited(f"X is rate limiting, retry after {wait:.0f} s", retry_after=wait)

    def _refused(self, reply: Reply, now: datetime) -> FootyError:
        reason = _reason(reply)
        used_up = {reply.status: QuotaExhausted} if any(title in reason for title in USED_UP) else None
        failure = refusal(reply, patience=_seconds_until_reset(reply.headers, now), detail=reason, but=used_up)
        if isinstance(failure, RateLimited):
            self._closed_until = now + timedelta(seconds=failure.retry_after)
        return failure


def _seconds_until_reset(headers: httpx.Headers, now: datetime) -> float:
    """Return the wait until the reset; use the usual window for a missing or absurd header."""
    reset = headers.get("x-rate-limit-reset", "")[:LONGEST_NUMBER]
    seconds = float(reset) - now.timestamp() if reset.isascii() and reset.isdigit() else 60.0
    return min(max(seconds, 1.0), float(WINDOW_SECONDS))


def _reason(reply: Reply) -> str:
    """Return X's reason for a refusal, if it is JSON."""
    try:
        problem = _Refusal.model_validate(reply.json())
    except (UpstreamUnavailable, MalformedAnswer):
        return ""
    detail = problem.detail or next((error.message for error in problem.errors), "")
    return "".join(f": {part}" for part in (problem.title, detail) if part)[:300]


def _read(reply: Reply) -> _Page:
    """Parse a page; X omits the list when there are no posts."""
    body = reply.json()
    try:
        page = _Page.model_validate({"data": [], **body})
    except ValidationError as invalid:
        raise MalformedAnswer("X answered with posts that are no list") from invalid
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
